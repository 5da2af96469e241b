import type { SuspectReason, Verification } from '@suyuan/contract';
import { formatMoment } from '../../../platform/shanghai-time.ts';
import type { PinOutcome } from './pin.ts';
import type { ScanOutcome } from './record-scans.ts';
import type { BatchFacts } from './verification-cache.ts';

/** Shared by all texts that are not issued codes, to hide the cause. */
const unknownVerification: Verification = {
  verdict: 'unknown',
  reason: null,
  sessions: null,
  firstTime: null,
  firstRegion: null,
  pinDigits: 0,
  pinRight: null,
  pinFirst: null,
  pinFirstTime: null,
  pinFirstRegion: null,
  pinLocked: false,
  goods: null,
};

/** The scan's own visit number makes repeated requests idempotent. */
export function toVerification(
  { consumerVerdict, reason, visitNumber, firstTime, firstRegion }: ScanOutcome,
  facts?: BatchFacts,
  pin?: PinOutcome,
): Verification {
  if (!facts) return unknownVerification;
  return {
    verdict: consumerVerdict,
    // for other verdicts, only staff see the reason
    reason: consumerVerdict === 'suspect' ? (reason as SuspectReason) : null,
    sessions: visitNumber,
    firstTime: firstTime === null ? null : formatMoment(firstTime),
    firstRegion,
    pinDigits: facts.pinDigits,
    pinRight: pin === undefined || pin.answer === 'locked' ? null : pin.answer === 'right',
    pinFirst: pin?.reveal?.isByThisDevice ?? null,
    pinFirstTime: pin?.reveal ? formatMoment(pin.reveal.time) : null,
    pinFirstRegion: pin?.reveal?.region ?? null,
    pinLocked: pin?.answer === 'locked',
    goods: facts.goods,
  };
}
