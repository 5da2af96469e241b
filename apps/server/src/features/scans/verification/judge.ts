import type { BatchState, CodeStatus, FindingAudience, ScanReason, SuspectReason, Verdict } from '@suyuan/contract';

/** State of an issued code, from its batch and its range. */
export interface Standing {
  batchState: BatchState;
  /** Null while the batch has no range yet. */
  status: CodeStatus | null;
  /** GTIN of the code's packaging level. */
  gtin: string | null;
  batchNo: string;
  /** Last valid day, `YYYY-MM-DD`. */
  expiryDate: string | null;
  /** Dealers sell the product, so a code that was never shipped is not on the market. */
  throughDealers: boolean;
}

interface Occasion {
  link: { gtin?: string | undefined; lot?: string | undefined };
  /** Day in Asia/Shanghai. */
  today: string;
  /** Visit number; null unless the code is live. */
  session: number | null;
  /** Visit number from which a code is suspect. */
  suspectFrom: number;
  /** Whether the code or the visitor is on the blacklist. */
  blocked?: 'code' | 'visitor' | null;
  /** Recent false alarm: visits, speed, region and leaks raise no suspicion. */
  quiet?: boolean;
  /** Audience of the speed finding; `off` if the speed is plausible. */
  tooFast?: FindingAudience;
  /** Audience of the region finding; `off` if the scan is inside the holder's region. */
  foreign?: FindingAudience;
}

export interface Decision {
  verdict: Verdict;
  /** Differs from `verdict` if the reason is for staff only. If `suspect`, the consumer sees `reason` too. */
  consumerVerdict: Verdict;
  reason: ScanReason | null;
  /** Reason that opens or joins a case; null for none. */
  caseReason: ScanReason | null;
}

const issued: readonly BatchState[] = ['issued', 'active', 'closed', 'frozen', 'recalled', 'void'];
const trading: readonly BatchState[] = ['active', 'closed'];
const out: readonly (CodeStatus | null)[] = ['activated', 'packed', 'shipped', 'sold'];
const unshipped: readonly (CodeStatus | null)[] = ['activated', 'packed'];

/** A batch has no codes before it is issued. */
export const isIssued = ({ batchState }: Pick<Standing, 'batchState'>): boolean => issued.includes(batchState);

/** Whether scans count as visits: the code is activated and its batch is in trade. */
export const isLive = ({ batchState, status }: Pick<Standing, 'batchState' | 'status'>): boolean =>
  trading.includes(batchState) && out.includes(status);

/** Whether code or batch is recalled, and neither is void. */
export const isRecalled = ({ batchState, status }: Pick<Standing, 'batchState' | 'status'>): boolean =>
  (batchState === 'recalled' || status === 'recalled') && batchState !== 'void' && status !== 'void';

/** Not stopped, but cannot be on the market yet: not activated, or not shipped although dealers sell it. */
const isLeak = (standing: Standing): boolean =>
  isLive(standing) ? standing.throughDealers && unshipped.includes(standing.status) : isIssued(standing) && !isStopped(standing);

const isStopped = ({ batchState, status }: Standing): boolean =>
  [batchState, status].some((state) => state === 'void' || state === 'recalled' || state === 'frozen');

/** Priority: states by severity, then blacklist and link parameters, then visits, speed and region (decision 91). */
export function judge(standing: Standing, occasion: Occasion): Decision {
  const { today, session, blocked = null, quiet = false } = occasion;
  const leak = !quiet && blocked !== 'visitor' && isLeak(standing) ? 'leak' : null;
  const usual = (verdict: Verdict): Decision => ({ verdict, consumerVerdict: verdict, reason: leak, caseReason: leak });
  const suspect = (reason: SuspectReason, consumerVerdict: Verdict): Decision => {
    // a blacklisted visitor is no evidence against the code
    const caseReason = reason === 'blockedVisitor' ? null : (leak ?? reason);
    return { verdict: 'suspect', consumerVerdict, reason, caseReason };
  };

  const fixed = verdictOfState(standing, today);
  if (fixed) return usual(fixed);
  const verdict = session === 1 ? 'genuine' : 'alreadyVerified';
  const { staffAndConsumer, staff } = suspicionOf(standing, occasion);
  if (staffAndConsumer) return suspect(staffAndConsumer, 'suspect');
  return staff ? suspect(staff, verdict) : usual(verdict);
}

function verdictOfState({ batchState, status, expiryDate, ...standing }: Standing, today: string): Verdict | undefined {
  for (const state of ['void', 'recalled', 'frozen'] as const) if (batchState === state || status === state) return state;
  if (!isLive({ batchState, status, ...standing })) return 'notActivated';
  return expiryDate !== null && isBefore(expiryDate, today) ? 'expired' : undefined;
}

function suspicionOf({ gtin, batchNo }: Standing, occasion: Occasion): { staffAndConsumer?: SuspectReason; staff?: SuspectReason } {
  const { link, session, suspectFrom, blocked = null, quiet = false, tooFast = 'off', foreign = 'off' } = occasion;
  if (blocked === 'code') return { staffAndConsumer: 'blocked' };
  if (link.gtin !== undefined && link.gtin.padStart(14, '0') !== gtin) return { staffAndConsumer: 'otherGtin' };
  if (link.lot !== undefined && link.lot !== batchNo) return { staffAndConsumer: 'otherLot' };
  if (blocked === 'visitor') return { staffAndConsumer: 'blockedVisitor' };
  if (quiet) return {};
  if (session !== null && session >= suspectFrom) return { staffAndConsumer: 'manySessions' };
  return { ...(foreign !== 'off' && { [foreign]: 'otherRegion' }), ...(tooFast !== 'off' && { [tooFast]: 'tooFast' }) };
}

/** Compares days numerically, so that a five-digit year is later than a four-digit one. */
const isBefore = (day: string, other: string): boolean => day.padStart(16, '0') < other.padStart(16, '0');
