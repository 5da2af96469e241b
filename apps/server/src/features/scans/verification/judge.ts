import type { BatchState, CodeStatus, FindingAudience, ScanReason, SuspectReason, Verdict } from '@suyuan/contract';

/** How a code of ours stands: what its batch and its run of codes say. */
export interface Standing {
  batchState: BatchState;
  /** Of the code's own run; null where its batch has no run yet. */
  status: CodeStatus | null;
  /** Of the code's own level of packaging. */
  gtin: string | null;
  batchNo: string;
  /** Last good day, `YYYY-MM-DD`. */
  expiryDate: string | null;
  /** The product is sold through dealers: a code that nobody shipped is not on the market. */
  throughDealers: boolean;
}

/** What the scan said beside the code, and when. */
interface Occasion {
  link: { gtin?: string | undefined; lot?: string | undefined };
  /** Day in Asia/Shanghai. */
  today: string;
  /** Session of a live code. */
  session: number | null;
  /** Session from which a code is suspect. */
  suspectFrom: number;
  /** What staff put on the blacklist: the code, or whoever asks. */
  blocked?: 'code' | 'visitor' | null;
  /** Judged a false alarm of late: sessions, speed, region and leaks raise no suspicion. */
  quiet?: boolean;
  /** Who gets the finding that it was verified too far away too short a while ago; `off` where it was not. */
  tooFast?: FindingAudience;
  /** Who gets the finding that it is outside the region that its holder may sell in; `off` where it is not. */
  foreign?: FindingAudience;
}

/** What a scan came to, for staff and for the consumer. */
export interface Decision {
  verdict: Verdict;
  /** The same as `verdict`, unless its reason is for staff alone. Where it is `suspect`, `reason` is the consumer's too. */
  consumerVerdict: Verdict;
  reason: ScanReason | null;
  /** What opens a case or joins one; null: nothing does. */
  caseReason: ScanReason | null;
}

const issued: readonly BatchState[] = ['issued', 'active', 'closed', 'frozen', 'recalled', 'void'];
const trading: readonly BatchState[] = ['active', 'closed'];
const out: readonly (CodeStatus | null)[] = ['activated', 'packed', 'shipped', 'sold'];
const unshipped: readonly (CodeStatus | null)[] = ['activated', 'packed'];

/** Tells whether the batch has codes at all: until it is issued, nobody can know one. */
export const isIssued = ({ batchState }: Pick<Standing, 'batchState'>): boolean => issued.includes(batchState);

/** Tells whether scans of the code count as sessions: it is activated, and nothing forbids its batch. */
export const isLive = ({ batchState, status }: Pick<Standing, 'batchState' | 'status'>): boolean =>
  trading.includes(batchState) && out.includes(status);

/** Tells whether the verdict on the code is that it is recalled: it or its batch is, and neither is void. */
export const isRecalled = ({ batchState, status }: Pick<Standing, 'batchState' | 'status'>): boolean =>
  (batchState === 'recalled' || status === 'recalled') && batchState !== 'void' && status !== 'void';

/** Tells whether a code that staff have not stopped cannot be on the market yet: not activated, or not shipped where dealers sell it. */
const isLeak = (standing: Standing): boolean =>
  isLive(standing) ? standing.throughDealers && unshipped.includes(standing.status) : isIssued(standing) && !isStopped(standing);

const isStopped = ({ batchState, status }: Standing): boolean =>
  [batchState, status].some((state) => state === 'void' || state === 'recalled' || state === 'frozen');

/** Batch and code state first, the gravest first; then the blacklist and the link around the code; then visits, speed, region (decision 91). */
export function judge(standing: Standing, occasion: Occasion): Decision {
  const { today, session, blocked = null, quiet = false } = occasion;
  const leak = !quiet && blocked !== 'visitor' && isLeak(standing) ? 'leak' : null;
  const usual = (verdict: Verdict): Decision => ({ verdict, consumerVerdict: verdict, reason: leak, caseReason: leak });
  const suspect = (reason: SuspectReason, consumerVerdict: Verdict): Decision => {
    // a visitor on the blacklist says nothing of the code
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

/** The verdict that batch, code and expiry decide alone. */
function verdictOfState({ batchState, status, expiryDate, ...standing }: Standing, today: string): Verdict | undefined {
  for (const state of ['void', 'recalled', 'frozen'] as const) if (batchState === state || status === state) return state;
  if (!isLive({ batchState, status, ...standing })) return 'notActivated';
  return expiryDate !== null && isBefore(expiryDate, today) ? 'expired' : undefined;
}

/** The first reason for suspicion of each audience. */
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

/** Compares days as numbers would be: a year of five digits is later than one of four, whatever its first digit. */
const isBefore = (day: string, other: string): boolean => day.padStart(16, '0') < other.padStart(16, '0');
