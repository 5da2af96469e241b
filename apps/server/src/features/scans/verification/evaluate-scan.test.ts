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
const context = { link: {}, today: '2026-11-20', session: 1, suspectFrom: 11 };

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
    expect(evaluateScan({ ...codeState, expiryDate }, { ...context, today })).toEqual({
      verdict,
      consumerVerdict: verdict,
      reason: null,
      caseReason: null,
    });
  });

  const bothFindings = { ...context, session: 2, tooFast: 'staff', foreign: 'staffAndConsumer' } as const;
  const cases: [string, Partial<CodeState>, Partial<Parameters<typeof evaluateScan>[1]>, object][] = [
    ['shows nothing of a region to the consumer by itself', {}, { foreign: 'staff' }, ['suspect', 'genuine', 'otherRegion', 'otherRegion']],
    ['puts what the consumer sees before what staff alone see', {}, bothFindings, ['suspect', 'suspect', 'otherRegion', 'otherRegion']],
    ['puts speed before region', {}, { tooFast: 'staff', foreign: 'staff' }, ['suspect', 'genuine', 'tooFast', 'tooFast']],
    ['calls a code that is not activated a leak', { status: 'issued' }, {}, ['notActivated', 'notActivated', 'leak', 'leak']],
    ['calls an unshipped code of dealers a leak', { throughDealers: true }, {}, ['genuine', 'genuine', 'leak', 'leak']],
    ['calls a packed code of dealers a leak', { throughDealers: true, status: 'packed' }, {}, ['genuine', 'genuine', 'leak', 'leak']],
    ['calls a shipped code no leak', { throughDealers: true, status: 'shipped' }, {}, ['genuine', 'genuine', null, null]],
    ['calls a sold code no leak', { throughDealers: true, status: 'sold' }, {}, ['genuine', 'genuine', null, null]],
    ['calls a code that was stopped no leak', { throughDealers: true, status: 'frozen' }, {}, ['frozen', 'frozen', null, null]],
    ['calls nothing a leak after a false alarm', { throughDealers: true }, { quiet: true }, ['genuine', 'genuine', null, null]],
    [
      'opens no leak for a visitor on the blacklist',
      { status: 'issued' },
      { blocked: 'visitor' },
      ['notActivated', 'notActivated', null, null],
    ],
    [
      'opens the case of a wrong link as a leak',
      { throughDealers: true },
      { link: { lot: 'X' } },
      ['suspect', 'suspect', 'otherLot', 'leak'],
    ],
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
