import { type CodeShape, EU_FLOOR, fits, lengthOf, normalise, oddsOf, type SymbolText } from '@suyuan/codes';
import type { Db } from '../../../platform/db/database.types.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as queries from './code-space.queries.ts';
import { deriverOf } from './derivers.ts';
import { invalidateSpaces, knownSpaces } from './known-spaces.ts';
import { epochAfter, isLost } from './lost-codes.queries.ts';
import { type Decoded, findStored } from './stored-codes.service.ts';

export { deriverOf } from './derivers.ts';
export { findLost, noteLost } from './lost-codes.queries.ts';
export { findSerials } from './stored-codes.queries.ts';
export { type Decoded, foreignText, hasForeign, isForeignText, LONGEST, storedSpace } from './stored-codes.service.ts';

/** Key epochs of a space that are accepted at a time. */
const MOST_EPOCHS = 4;

/** The space of `shape`, made with its first key epoch where there is none. @throws codeSpaceTaken */
export const findOrMake = (db: Db, shape: CodeShape): Promise<number> =>
  inTransaction(db, async (tx) => {
    for (;;) {
      const made = await queries.insert(tx, shape);
      if (made !== undefined) {
        await invalidateSpaces(tx);
        return made;
      }
      const { spaceId, ...alike } = (await queries.findAlike(tx, shape)) ?? { spaceId: 0, ...shape };
      // 0: removed between the two statements
      if (spaceId === 0) continue;
      if (isSameSplit(alike, shape)) return spaceId;
      throw new Problem('codeSpaceTaken', { field: 'prefix', prefix: shape.prefix, length: lengthOf(shape) });
    }
  });

const isSameSplit = (a: CodeShape, b: CodeShape) => a.serialDigits === b.serialDigits && a.tagDigits === b.tagDigits;

/**
 * Gives out `count` serials in a row, in the newest key epoch; the space's row stays locked until the transaction ends.
 * @throws codesToImport of a space of foreign codes, codeSpaceExhausted, codesUnknown while codes may be out that the database, an older
 * one, does not know, notFound
 */
export async function allocate(db: Db, spaceId: number, count: number): Promise<{ epoch: number; serialFrom: number }> {
  const run = await queries.advance(db, spaceId, count);
  if (run && (await isLost(db, spaceId, run.epoch))) throw new Problem('codesUnknown');
  if (run) return run;
  const { left, kind } = orNotFound(await queries.findLeft(db, spaceId));
  if (kind === 'stored') throw new Problem('codesToImport');
  throw new Problem('codeSpaceExhausted', { left, quantity: count, field: 'quantity' });
}

/** @throws notFound */
export const shapeOf = async (db: Db, spaceId: number): Promise<CodeShape> => orNotFound(await queries.findShape(db, spaceId));

/**
 * Every space and accepted epoch that what was read is a code of. The database is asked for spaces as `knownSpaces` says; for a text only
 * where no key fits it and there are codes that others made.
 */
export async function decode(installation: Installation, { code, text }: Pick<SymbolText, 'code' | 'text'>): Promise<Decoded[]> {
  const decoded = decodedBy(installation, await knownSpaces(installation.db), code);
  return decoded.length > 0 ? decoded : findStored(installation, code, text);
}

/** Tells of any text, without asking, whether a key of ours fits it. */
export async function ownCodes(installation: Installation): Promise<(text: string) => boolean> {
  const spaces = await knownSpaces(installation.db);
  return (text) => decodedBy(installation, spaces, text).length > 0;
}

function decodedBy(installation: Installation, spaces: readonly queries.SpaceRow[], text: string): Decoded[] {
  const meant = normalise(text);
  const decoded: Decoded[] = [];
  for (const { spaceId, shape, epochs } of spaces) {
    if (!fits(shape, meant)) continue;
    for (const epoch of epochs) {
      const serial = deriverOf(installation, spaceId, shape, epoch).decode(meant);
      if (serial !== undefined) decoded.push({ spaceId, epoch, serial });
    }
  }
  return decoded;
}

/** What came of beginning new key epochs. */
interface Rotation {
  begun: { spaceId: number; epoch: number }[];
  /** Spaces that stay in their epoch, with the rules whose codes they hold and why. */
  refused: { spaceId: number; ruleNames: string[]; problem: Problem }[];
}

/**
 * Begins a new key epoch of every space that can have one, or of the one named; codes of earlier epochs verify on.
 * @throws where a space is named: codeEpochsFull, notFound, codeRuleTooWeak where one more accepted key takes the odds below the floor
 */
export const rotateKeys = (db: Db, spaceId?: number): Promise<Rotation> =>
  inTransaction(db, async (tx) => {
    const spaces = await queries.lock(tx, spaceId);
    if (spaceId !== undefined) orNotFound(spaces[0]);
    const rotation: Rotation = { begun: [], refused: [] };
    for (const { spaceId: id, ...shape } of spaces) {
      const epochs = await queries.listEpochs(tx, id);
      const problem = refusalOf(shape, epochs.filter(({ retireTime }) => retireTime === null).length);
      if (problem && spaceId !== undefined) throw problem;
      if (problem) {
        rotation.refused.push({ spaceId: id, ruleNames: await queries.listRuleNames(tx, id), problem });
        continue;
      }
      const epoch = await epochAfter(tx, epochs.at(-1)?.epoch ?? 0);
      await queries.insertEpoch(tx, id, epoch);
      rotation.begun.push({ spaceId: id, epoch });
    }
    await invalidateSpaces(tx);
    return rotation;
  });

/** Why a space with `accepted` key epochs cannot have one more. */
function refusalOf(shape: CodeShape, accepted: number): Problem | undefined {
  return accepted >= MOST_EPOCHS ? new Problem('codeEpochsFull', { max: MOST_EPOCHS }) : weaknessOf(shape, accepted + 1);
}

/** @throws codeRuleTooWeak where a guess at the tag succeeds more often than the law allows */
export function assertStrong(shape: CodeShape, epochs = 1) {
  const weakness = weaknessOf(shape, epochs);
  if (weakness) throw weakness;
}

function weaknessOf(shape: CodeShape, epochs: number): Problem | undefined {
  const { aimed, verdict } = oddsOf({ shape, epochs, issued: 0 });
  if (verdict !== 'refused') return undefined;
  return new Problem('codeRuleTooWeak', { odds: Math.floor(1 / aimed), floor: 1 / EU_FLOOR, field: 'tagDigits' });
}

/** The key epochs in use of every space that derives its codes. */
export const epochsInUse = async (db: Db): Promise<{ spaceId: number; epochs: number[] }[]> => queries.listSpaces(db);

/** How many codes would verify no more without an epoch, and of how many batches. */
export const issuedIn = (db: Db, spaceId: number, epoch: number) => queries.issuedIn(db, spaceId, epoch);

/** Codes of this epoch verify no more. The newest epoch, which codes are issued in, stays. @throws notFound, codeEpochCurrent */
export const retireEpoch = (db: Db, spaceId: number, epoch: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    orNotFound((await queries.lock(tx, spaceId))[0]);
    const accepted = (await queries.listEpochs(tx, spaceId)).filter(({ retireTime }) => retireTime === null);
    orNotFound(accepted.find((one) => one.epoch === epoch));
    if (accepted.at(-1)?.epoch === epoch) throw new Problem('codeEpochCurrent', { epoch });
    await queries.retireEpoch(tx, spaceId, epoch);
    await invalidateSpaces(tx);
  });

/**
 * Forgets those of `spaceIds` that no rule names and that no code is of, so that their prefix may be split anew. A space made
 * again has another number, hence other keys.
 */
export async function removeUnused(db: Db, spaceIds: number[]) {
  await queries.removeUnused(db, spaceIds);
  await invalidateSpaces(db);
}
