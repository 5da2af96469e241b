import { hkdfSync } from 'node:crypto';
import type { Db } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import * as codeSpaceService from '../../codes/code-space/code-space.service.ts';
import type { CodePlace } from './counter.queries.ts';
import * as queries from './verification.queries.ts';
import type { BatchFacts } from './verification-cache.ts';

/** Wrong attempts allowed per code and day. */
const MAX_ATTEMPTS = 5;

/** Maximum PIN answers stored per scan. */
const MAX_STORED_ANSWERS = 16;

type PinAnswer = queries.PinAnswers[string];

/** A correct PIN has its first reveal; `isByThisDevice` if this device made it. */
export interface PinOutcome {
  answer: PinAnswer;
  reveal?: { isByThisDevice: boolean; time: number; region: string | null } | undefined;
}

interface PinAttempt {
  scanId: string;
  code: { place: queries.LocatedRow; facts: BatchFacts };
}

/**
 * Repeating a PIN with the same scan returns the stored answer and costs no attempt. Attempts are taken before validation, so that
 * concurrent ones cannot exceed the limit. A later correct PIN from another device is a finding for staff.
 */
export async function tryPin(installation: Installation, { scanId, code }: PinAttempt, pin: string): Promise<PinOutcome> {
  const digest = digestOf(installation.masterKey, scanId, pin);
  return inTransaction(installation.db, async (db) => {
    const { answers, ...visitor } = await queries.lockPinAnswers(db, scanId, code.place);
    const storedAnswer = answers[digest];
    const answer = storedAnswer ?? (await evaluatePin(installation, db, code, pin));
    if (!storedAnswer && Object.keys(answers).length < MAX_STORED_ANSWERS)
      await queries.storePinAnswers(db, scanId, code.place, { ...answers, [digest]: answer });
    if (answer !== 'right') return { answer };
    const { device, ...first } = await queries.revealPin(db, code.place, { scanId, ...visitor });
    const isByThisDevice = device.equals(visitor.device);
    if (!storedAnswer && !isByThisDevice) await queries.recordPinReuse(db, scanId, code.place);
    return { answer, reveal: { isByThisDevice, ...first } };
  });
}

async function evaluatePin(installation: Installation, db: Db, { place, facts }: PinAttempt['code'], pin: string): Promise<PinAnswer> {
  const { spaceId, epoch, serial } = place;
  if (!(await queries.takePinTry(db, place, MAX_ATTEMPTS))) return 'locked';
  const shape = await codeSpaceService.shapeOf(db, spaceId);
  const isRight = codeSpaceService.deriverOf(installation, spaceId, shape, epoch).isPin(serial, facts.pinDigits, pin);
  if (isRight) await queries.returnPinTry(db, place);
  return isRight ? 'right' : 'wrong';
}

/** Undefined if the PIN was never revealed. */
export const pinRevealOf = (db: Db, place: CodePlace) => queries.findPinReveal(db, place);

/** End of the lock after too many wrong attempts; null if not locked. */
export const pinLockedUntil = async (db: Db, place: CodePlace): Promise<string | null> =>
  (await queries.findPinLock(db, place, MAX_ATTEMPTS))?.until ?? null;

/** Resolves to false if the PIN was not locked. */
export const unlockPin = async (db: Db, place: CodePlace): Promise<boolean> =>
  (await queries.dropPinLock(db, place, MAX_ATTEMPTS)) !== undefined;

/** Keyed, because a few digits can be brute-forced. */
const digestOf = (masterKey: Buffer, scanId: string, pin: string): string =>
  Buffer.from(hkdfSync('sha256', masterKey, '', `suyuan/pin-answer/v1|${scanId}|${pin}`, 12)).toString('base64url');
