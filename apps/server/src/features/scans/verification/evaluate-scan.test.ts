import { describe, expect, it } from 'vitest';
import { type CodeState, evaluateScan } from './evaluate-scan.ts';

const codeState: CodeState = {
  batchState: 'active',
  status: 'activated',
  gtin: null,
  batchNo: 'B1',
  expiryDate: null,
  throughDealers: false,
};
const context = { link: {}, today: '2026-11-20', visitNumber: 1, suspectFrom: 11 };

describe('verdict rules', () => {
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
  it.each(days)('for a product with the expiry date %s on %s: %s', (expiryDate, today, verdict) => {
    expect(evaluateScan({ ...codeState, expiryDate }, { ...context, today })).toEqual({
      verdict,
      consumerVerdict: verdict,
      reason: null,
      caseReason: null,
    });
  });

  const bothFindings = { ...context, visitNumber: 2, tooFast: 'staff', foreign: 'staffAndConsumer' } as const;
  const cases: [string, Partial<CodeState>, Partial<Parameters<typeof evaluateScan>[1]>, object][] = [
    ['hides a region finding from the consumer by default', {}, { foreign: 'staff' }, ['suspect', 'genuine', 'otherRegion', 'otherRegion']],
    [
      'prefers a finding that the consumer sees to one for staff only',
      {},
      bothFindings,
      ['suspect', 'suspect', 'otherRegion', 'otherRegion'],
    ],
    ['prefers speed to region', {}, { tooFast: 'staff', foreign: 'staff' }, ['suspect', 'genuine', 'tooFast', 'tooFast']],
    ['reports a leak for a code that is not activated', { status: 'issued' }, {}, ['notActivated', 'notActivated', 'leak', 'leak']],
    [
      'reports a leak for an unshipped code of a product with dealers',
      { throughDealers: true },
      {},
      ['genuine', 'genuine', 'leak', 'leak'],
    ],
    [
      'reports a leak for a packed code of a product with dealers',
      { throughDealers: true, status: 'packed' },
      {},
      ['genuine', 'genuine', 'leak', 'leak'],
    ],
    ['reports no leak for a shipped code', { throughDealers: true, status: 'shipped' }, {}, ['genuine', 'genuine', null, null]],
    ['reports no leak for a sold code', { throughDealers: true, status: 'sold' }, {}, ['genuine', 'genuine', null, null]],
    ['reports no leak for a frozen code', { throughDealers: true, status: 'frozen' }, {}, ['frozen', 'frozen', null, null]],
    ['reports no leak after a false alarm', { throughDealers: true }, { quiet: true }, ['genuine', 'genuine', null, null]],
    [
      'reports no leak for a visitor on the blacklist',
      { status: 'issued' },
      { blocked: 'visitor' },
      ['notActivated', 'notActivated', null, null],
    ],
    ['opens a leak case for a wrong link', { throughDealers: true }, { link: { lot: 'X' } }, ['suspect', 'suspect', 'otherLot', 'leak']],
    ['opens no case for a visitor on the blacklist', {}, { blocked: 'visitor' }, ['suspect', 'suspect', 'blockedVisitor', null]],
  ];
  it.each(cases)('%s', (_, stateChanges, contextChanges, expected) => {
    const { verdict, consumerVerdict, reason, caseReason } = evaluateScan(
      { ...codeState, ...stateChanges },
      { ...context, ...contextChanges },
    );
    expect([verdict, consumerVerdict, reason, caseReason]).toEqual(expected);
  });
});
