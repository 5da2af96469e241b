import type { BatchState, CodeStatus, SuspectReason, Verdict } from '@suyuan/contract';

/** How a code of ours stands: what its batch and its run of codes say. */
export interface Standing {
  batchState: BatchState;
  /** Of the code's own run; null where its batch has no run yet. */
  status: CodeStatus | null;
  gtin: string | null;
  batchNo: string;
  /** Last good day, `YYYY-MM-DD`. */
  expiryDate: string | null;
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
  /** Judged a false alarm of late: sessions, speed and region raise no suspicion. */
  quiet?: boolean;
  /** Verified too far away too short a while ago. */
  tooFast?: boolean;
  /** Outside the region that its holder may sell in. */
  foreign?: boolean;
}

export interface Judgement {
  verdict: Verdict;
  reason: SuspectReason | null;
}

const issued: readonly BatchState[] = ['issued', 'active', 'closed', 'frozen', 'recalled', 'void'];
const trading: readonly BatchState[] = ['active', 'closed'];
const out: readonly (CodeStatus | null)[] = ['activated', 'packed', 'shipped', 'sold'];

/** Tells whether the batch has codes at all: until it is issued, nobody can know one. */
export const isIssued = ({ batchState }: Pick<Standing, 'batchState'>): boolean => issued.includes(batchState);

/** Tells whether scans of the code count as sessions: it is activated, and nothing forbids its batch. */
export const isLive = ({ batchState, status }: Pick<Standing, 'batchState' | 'status'>): boolean =>
  trading.includes(batchState) && out.includes(status);

/** Batch and code state first, the gravest first; then the blacklist and the link around the code; then sessions, speed, region (product plan §4). */
export function judge(standing: Standing, occasion: Occasion): Judgement {
  const { link, today, session, suspectFrom, blocked = null, quiet = false, tooFast = false, foreign = false } = occasion;
  const { batchState, status, gtin, batchNo, expiryDate } = standing;
  if (batchState === 'void' || status === 'void') return plain('void');
  if (batchState === 'recalled' || status === 'recalled') return plain('recalled');
  if (batchState === 'frozen' || status === 'frozen') return plain('frozen');
  if (!isLive(standing)) return plain('notActivated');
  if (expiryDate !== null && isBefore(expiryDate, today)) return plain('expired');
  if (blocked === 'code') return suspect('blocked');
  if (link.gtin !== undefined && link.gtin.padStart(14, '0') !== gtin) return suspect('otherGtin');
  if (link.lot !== undefined && link.lot !== batchNo) return suspect('otherLot');
  if (blocked === 'visitor') return suspect('blockedVisitor');
  if (!quiet && session !== null && session >= suspectFrom) return suspect('manySessions');
  if (!quiet && tooFast) return suspect('tooFast');
  if (!quiet && foreign) return suspect('otherRegion');
  return plain(session === 1 ? 'genuine' : 'alreadyVerified');
}

/** Compares days as numbers would be: a year of five digits is later than one of four, whatever its first digit. */
const isBefore = (day: string, other: string): boolean => day.padStart(16, '0') < other.padStart(16, '0');

const plain = (verdict: Verdict): Judgement => ({ verdict, reason: null });
const suspect = (reason: SuspectReason): Judgement => ({ verdict: 'suspect', reason });
