import { hkdfSync } from 'node:crypto';
import type { Db } from '../../../platform/db/database.types.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import * as codeSpaceService from '../../codes/code-space/code-space.service.ts';
import type { Card } from './cards.ts';
import type { Place } from './counter.queries.ts';
import * as queries from './verification.queries.ts';

/** Wrong tries that a code's second code bears in a day. */
const TRIES = 5;

/** Answers that are kept with one scan. */
const KEPT = 16;

type PinAnswer = queries.PinAnswers[string];

/** How a PIN was answered and, where it was right, when and where it was first opened, and whether by the device of this scan. */
export interface PinOutcome {
  answer: PinAnswer;
  reveal?: { mine: boolean; time: number; region: string | null } | undefined;
}

interface Tried {
  scanId: string;
  code: { place: queries.LocatedRow; card: Card };
}

/**
 * Tries the second code that came with a filed scan. The same one with the same scan is a repeated request: it is answered as its first
 * was and spends nothing. A try is taken before it is judged, so that tries at once cannot be more than a day has. The first right one
 * is the first reveal of the code's PIN; a right one of another device is a finding for staff.
 */
export async function tryPin(installation: Installation, { scanId, code }: Tried, pin: string): Promise<PinOutcome> {
  const digest = digestOf(installation.masterKey, scanId, pin);
  return inTransaction(installation.db, async (db) => {
    const { answers, ...visitor } = await queries.holdPinAnswers(db, scanId);
    const known = answers[digest];
    const answer = known ?? (await evaluatePin(installation, db, code, pin));
    if (!known && Object.keys(answers).length < KEPT) await queries.filePinAnswers(db, scanId, { ...answers, [digest]: answer });
    if (answer !== 'right') return { answer };
    const { device, ...first } = await queries.revealPin(db, code.place, { scanId, ...visitor });
    const mine = device.equals(visitor.device);
    if (!known && !mine) await queries.notePinReuse(db, scanId);
    return { answer, reveal: { mine, ...first } };
  });
}

async function evaluatePin(installation: Installation, db: Db, { place, card }: Tried['code'], pin: string): Promise<PinAnswer> {
  const { spaceId, epoch, serial } = place;
  if (!(await queries.takePinTry(db, place, TRIES))) return 'locked';
  const shape = await codeSpaceService.shapeOf(db, spaceId);
  const isRight = codeSpaceService.deriverOf(installation, spaceId, shape, epoch).isPin(serial, card.pinDigits, pin);
  if (isRight) await queries.returnPinTry(db, place);
  return isRight ? 'right' : 'wrong';
}

/** When and where the second code of a code was first opened; undefined where nobody opened it. */
export const pinRevealOf = (db: Db, place: Place) => queries.findPinReveal(db, place);

/** Until when wrong tries lock the second code of a code; null: it is not locked. */
export const pinLockedUntil = async (db: Db, place: Place): Promise<string | null> =>
  (await queries.findPinLock(db, place, TRIES))?.until ?? null;

/** Unlocks the second code of a code and tells whether it was locked. */
export const unlockPin = async (db: Db, place: Place): Promise<boolean> => (await queries.dropPinLock(db, place, TRIES)) !== undefined;

/** Digits are few enough to be tried out, hence the key. */
const digestOf = (masterKey: Buffer, scanId: string, pin: string): string =>
  Buffer.from(hkdfSync('sha256', masterKey, '', `suyuan/pin-answer/v1|${scanId}|${pin}`, 12)).toString('base64url');
