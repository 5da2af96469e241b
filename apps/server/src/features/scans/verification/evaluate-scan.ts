import {
  type BatchState,
  type CodeStatus,
  type FindingAudience,
  isStopped,
  type ScanReason,
  type SuspectReason,
  stoppedStatuses,
  type Verdict,
} from '@suyuan/contract';

/** State of an issued code, from its batch and its range. */
export interface CodeState {
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

interface ScanContext {
  link: { gtin?: string | undefined; lot?: string | undefined };
  /** Day in Asia/Shanghai. */
  today: string;
  /** Visit number; null unless the code is live. */
  visitNumber: number | null;
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
  /** Differs from `verdict` if the reason is for staff only. If `suspectDecision`, the consumer sees `reason` too. */
  consumerVerdict: Verdict;
  reason: ScanReason | null;
  /** Reason that opens or joins a case; null for none. */
  caseReason: ScanReason | null;
}

const issuedStates: readonly BatchState[] = ['issued', 'active', 'closed', 'frozen', 'recalled', 'void'];
const tradingStates: readonly BatchState[] = ['active', 'closed'];
const liveStatuses: readonly (CodeStatus | null)[] = ['activated', 'packed', 'shipped', 'sold'];
const unshippedStatuses: readonly (CodeStatus | null)[] = ['activated', 'packed'];

/** A batch has no codes before it is issued. */
export const isIssued = ({ batchState }: Pick<CodeState, 'batchState'>): boolean => issuedStates.includes(batchState);

/** Whether scans count as visits: the code is activated and its batch is in trade. */
export const isLive = ({ batchState, status }: Pick<CodeState, 'batchState' | 'status'>): boolean =>
  tradingStates.includes(batchState) && liveStatuses.includes(status);

/** Whether code or batch is recalled, and neither is void. */
export const isRecalled = ({ batchState, status }: Pick<CodeState, 'batchState' | 'status'>): boolean =>
  (batchState === 'recalled' || status === 'recalled') && batchState !== 'void' && status !== 'void';

/** Not stopped, but cannot be on the market yet: not activated, or not shipped although dealers sell it. */
const isLeak = (codeState: CodeState): boolean =>
  isLive(codeState)
    ? codeState.throughDealers && unshippedStatuses.includes(codeState.status)
    : isIssued(codeState) && !isStopped(codeState.batchState) && !isStopped(codeState.status);

/** Priority: states by severity, then blacklist and link parameters, then visits, speed and region (decision 91). */
export function evaluateScan(codeState: CodeState, context: ScanContext): Decision {
  const { today, visitNumber, blocked = null, quiet = false } = context;
  const leak = !quiet && blocked !== 'visitor' && isLeak(codeState) ? 'leak' : null;
  const plainDecision = (verdict: Verdict): Decision => ({ verdict, consumerVerdict: verdict, reason: leak, caseReason: leak });
  const suspectDecision = (reason: SuspectReason, consumerVerdict: Verdict): Decision => {
    // a blacklisted visitor is no evidence against the code
    const caseReason = reason === 'blockedVisitor' ? null : (leak ?? reason);
    return { verdict: 'suspect', consumerVerdict, reason, caseReason };
  };

  const stateVerdict = verdictOfState(codeState, today);
  if (stateVerdict) return plainDecision(stateVerdict);
  const verdict = visitNumber === 1 ? 'genuine' : 'alreadyVerified';
  const { staffAndConsumer, staff } = suspicionOf(codeState, context);
  if (staffAndConsumer) return suspectDecision(staffAndConsumer, 'suspect');
  return staff ? suspectDecision(staff, verdict) : plainDecision(verdict);
}

function verdictOfState({ batchState, status, expiryDate, ...rest }: CodeState, today: string): Verdict | undefined {
  for (const state of stoppedStatuses) if (batchState === state || status === state) return state;
  if (!isLive({ batchState, status, ...rest })) return 'notActivated';
  return expiryDate !== null && isBefore(expiryDate, today) ? 'expired' : undefined;
}

function suspicionOf({ gtin, batchNo }: CodeState, context: ScanContext): { staffAndConsumer?: SuspectReason; staff?: SuspectReason } {
  const { link, visitNumber, suspectFrom, blocked = null, quiet = false, tooFast = 'off', foreign = 'off' } = context;
  if (blocked === 'code') return { staffAndConsumer: 'blocked' };
  if (link.gtin !== undefined && link.gtin.padStart(14, '0') !== gtin) return { staffAndConsumer: 'otherGtin' };
  if (link.lot !== undefined && link.lot !== batchNo) return { staffAndConsumer: 'otherLot' };
  if (blocked === 'visitor') return { staffAndConsumer: 'blockedVisitor' };
  if (quiet) return {};
  if (visitNumber !== null && visitNumber >= suspectFrom) return { staffAndConsumer: 'manySessions' };
  return { ...(foreign !== 'off' && { [foreign]: 'otherRegion' }), ...(tooFast !== 'off' && { [tooFast]: 'tooFast' }) };
}

/** Compares days numerically, so that a five-digit year is later than a four-digit one. */
const isBefore = (day: string, other: string): boolean => day.padStart(16, '0') < other.padStart(16, '0');
