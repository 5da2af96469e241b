import type { SuspectReason, Verification } from '@suyuan/contract';
import { moment } from '../../../platform/shanghai.ts';
import type { Card } from './cards.ts';
import type { PinOutcome } from './pin.ts';
import type { Settled } from './settle.ts';

/** Shared by all texts that are not issued codes, to hide the cause. */
const unknown: Verification = {
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
export function answerOf(
  { consumerVerdict, reason, session, firstTime, firstRegion }: Settled,
  card?: Card,
  pin?: PinOutcome,
): Verification {
  if (!card) return unknown;
  return {
    verdict: consumerVerdict,
    // for other verdicts, only staff see the reason
    reason: consumerVerdict === 'suspect' ? (reason as SuspectReason) : null,
    sessions: session,
    firstTime: firstTime === null ? null : moment(firstTime),
    firstRegion,
    pinDigits: card.pinDigits,
    pinRight: pin === undefined || pin.answer === 'locked' ? null : pin.answer === 'right',
    pinFirst: pin?.reveal?.mine ?? null,
    pinFirstTime: pin?.reveal ? moment(pin.reveal.time) : null,
    pinFirstRegion: pin?.reveal?.region ?? null,
    pinLocked: pin?.answer === 'locked',
    goods: card.goods,
  };
}
