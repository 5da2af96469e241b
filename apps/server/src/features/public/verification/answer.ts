import type { Verification } from '@suyuan/contract';
import { moment } from '../../../shanghai.ts';
import type { Card } from './cards.ts';
import type { PinAnswer } from './pin.ts';
import type { Settled } from './settle.ts';

/** What is said of every text that is not a code of ours, whatever the cause: the same bytes. */
const unknown: Verification = {
  verdict: 'unknown',
  reason: null,
  sessions: null,
  firstTime: null,
  firstRegion: null,
  pinDigits: 0,
  pinRight: null,
  pinLocked: false,
  goods: null,
};

/** What a scan is answered. Its own session is told, so that a repeated request is answered alike. */
export function answerOf({ verdict, reason, session, firstTime, firstRegion }: Settled, card?: Card, pin?: PinAnswer): Verification {
  if (!card) return unknown;
  return {
    verdict,
    reason,
    sessions: session,
    firstTime: firstTime === null ? null : moment(firstTime),
    firstRegion,
    pinDigits: card.pinDigits,
    pinRight: pin === undefined || pin === 'locked' ? null : pin === 'right',
    pinLocked: pin === 'locked',
    goods: card.goods,
  };
}
