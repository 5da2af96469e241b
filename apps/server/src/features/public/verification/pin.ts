import type { Installation } from '../../../http/installation.ts';
import * as codeSpaceService from '../../manage/codeSpace/codeSpace.service.ts';
import type { Card } from './cards.ts';
import * as queries from './verification.queries.ts';

/** Wrong tries that a code's second code bears in a day. */
const TRIES = 5;

export type PinAnswer = 'right' | 'wrong' | 'locked';

/** Tries a second code. A try is taken before it is judged, so that tries at once cannot be more than a day has. */
export async function tryPin(
  installation: Installation,
  { place, card }: { place: queries.LocatedRow; card: Card },
  pin: string,
): Promise<PinAnswer> {
  const { db } = installation;
  const { spaceId, epoch, serial } = place;
  if (!(await queries.takePinTry(db, place, TRIES))) return 'locked';
  const shape = await codeSpaceService.shapeOf(db, spaceId);
  const isRight = codeSpaceService.deriverOf(installation, spaceId, shape, epoch).isPin(serial, card.pinDigits, pin);
  if (isRight) await queries.returnPinTry(db, place);
  return isRight ? 'right' : 'wrong';
}
