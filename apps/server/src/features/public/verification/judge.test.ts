import { describe, expect, it } from 'vitest';
import { judge, type Standing } from './judge.ts';

const standing: Standing = { batchState: 'active', status: 'activated', gtin: null, batchNo: 'B1', expiryDate: null };
const occasion = { link: {}, today: '2026-11-20', session: 1, suspectFrom: 11 };

describe('judge', () => {
  const days: [expiryDate: string | null, today: string, verdict: string][] = [
    [null, '2026-11-20', 'genuine'],
    ['2026-11-19', '2026-11-20', 'expired'],
    ['2026-11-20', '2026-11-20', 'genuine'],
    ['2026-11-21', '2026-11-20', 'genuine'],
    ['2025-12-31', '2026-01-01', 'expired'],
    ['9999-12-31', '2026-11-20', 'genuine'],
    ['10000-01-01', '2026-11-20', 'genuine'],
    ['20260-11-20', '2026-11-20', 'genuine'],
    ['5874897-12-31', '9999-12-31', 'genuine'],
    ['9999-12-31', '10000-01-01', 'expired'],
  ];
  it.each(days)('of goods that are good until %s says on %s: %s', (expiryDate, today, verdict) => {
    expect(judge({ ...standing, expiryDate }, { ...occasion, today })).toEqual({ verdict, reason: null });
  });
});
