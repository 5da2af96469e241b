import { hkdfSync } from 'node:crypto';
import type { Db } from '../../../db/database.types.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Installation } from '../../../http/installation.ts';
import * as codeSpaceService from '../../manage/codeSpace/codeSpace.service.ts';
import type { Card } from './cards.ts';
import type { Place } from './counter.queries.ts';
import * as queries from './verification.queries.ts';

/** Wrong tries that a code's second code bears in a day. */
const TRIES = 5;

/** Answers that are kept with one scan. */
const KEPT = 16;

export type PinAnswer = queries.PinAnswers[string];

interface Tried {
  scanId: string;
  code: { place: queries.LocatedRow; card: Card };
}

/**
 * Tries the second code that came with a filed scan. The same one with the same scan is a repeated request: it is answered as its first
 * was and spends nothing. A try is taken before it is judged, so that tries at once cannot be more than a day has.
 */
export async function tryPin(installation: Installation, { scanId, code }: Tried, pin: string): Promise<PinAnswer> {
  const digest = digestOf(installation.masterKey, scanId, pin);
  return inTransaction(installation.db, async (db) => {
    const answers = await queries.holdPinAnswers(db, scanId);
    const known = answers[digest];
    if (known) return known;
    const answer = await judgePin(installation, db, code, pin);
    if (Object.keys(answers).length < KEPT) await queries.filePinAnswers(db, scanId, { ...answers, [digest]: answer });
    return answer;
  });
}

async function judgePin(installation: Installation, db: Db, { place, card }: Tried['code'], pin: string): Promise<PinAnswer> {
  const { spaceId, epoch, serial } = place;
  if (!(await queries.takePinTry(db, place, TRIES))) return 'locked';
  const shape = await codeSpaceService.shapeOf(db, spaceId);
  const isRight = codeSpaceService.deriverOf(installation, spaceId, shape, epoch).isPin(serial, card.pinDigits, pin);
  if (isRight) await queries.returnPinTry(db, place);
  return isRight ? 'right' : 'wrong';
}

/** Until when wrong tries lock the second code of a code; null: it is not locked. */
export const pinLockedUntil = async (db: Db, place: Place): Promise<string | null> =>
  (await queries.findPinLock(db, place, TRIES))?.until ?? null;

/** Unlocks the second code of a code and tells whether it was locked. */
export const unlockPin = async (db: Db, place: Place): Promise<boolean> => (await queries.dropPinLock(db, place, TRIES)) !== undefined;

/** Digits are few enough to be tried out, hence the key. */
const digestOf = (masterKey: Buffer, scanId: string, pin: string): string =>
  Buffer.from(hkdfSync('sha256', masterKey, '', `suyuan/pin-answer/v1|${scanId}|${pin}`, 12)).toString('base64url');
