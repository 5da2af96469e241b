import { type CodeShape, EU_FLOOR, lengthOf, matchesShape, normalise, oddsOf, type SymbolText } from '@suyuan/codes';
import { createDeriver, type Deriver, spaceKey } from '@suyuan/codes/derive';
import { invalidate, localCacheOf } from '../../../platform/cache/local-cache.ts';
import type { Db } from '../../../platform/db/db.ts';
import { notifyChannel } from '../../../platform/db/listen.ts';
import { afterCommit, inTransaction } from '../../../platform/db/transaction.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as queries from './code-space.queries.ts';
import { type DecodedCode, findStored } from './stored-codes.service.ts';

/** Takes effect when `tx` commits: at once in this process, by notification in others. */
async function invalidateSpaces(tx: Db): Promise<void> {
  await notifyChannel(tx, 'cache', 'code_spaces');
  await afterCommit(tx, async (pool) => invalidate(pool, 'code_spaces'));
}

/** Cached for one second or until a change. `db` must be the pool. */
function listCachedSpaces(db: Db): Promise<readonly queries.SpaceRow[]> {
  const cache = localCacheOf<Promise<queries.SpaceRow[]>>(db, 'code_spaces');
  const cached = cache.get('all');
  if (cached) return cached;
  // cache the promise at once, so that an invalidation also drops reads started before the commit
  const spaces = queries.listSpaces(db);
  cache.put('all', spaces);
  return spaces;
}

/** By master key, then by space and epoch. Only tests use several master keys. */
const deriverCache = new WeakMap<Buffer, Map<string, Deriver>>();

/** The key is derived here and never leaves the process. */
export function deriverOf({ masterKey }: Pick<Installation, 'masterKey'>, spaceId: number, shape: CodeShape, epoch: number): Deriver {
  const derivers = deriverCache.get(masterKey) ?? new Map<string, Deriver>();
  deriverCache.set(masterKey, derivers);
  const key = `${spaceId}|${epoch}`;
  const cached = derivers.get(key);
  if (cached) return cached;
  const deriver = isForeign(shape) ? foreignDeriver(shape) : createDeriver(shape, spaceKey(masterKey, spaceId, epoch));
  derivers.set(key, deriver);
  return deriver;
}

const isForeign = ({ alphabet }: { alphabet: string }) => alphabet === 'any';

/** Foreign codes are stored as digests, so their texts are unknown. */
const foreignDeriver = (shape: CodeShape): Deriver => ({
  shape,
  code: () => '*'.repeat(16),
  decode: () => undefined,
  decodeMany: () => new Float64Array(0),
  fill() {
    throw new Error('the texts of foreign codes are not known');
  },
  pin: () => '',
  isPin: () => false,
});

export { findLoss, findSerials, recordLoss } from './code-space.queries.ts';
export {
  type DecodedCode,
  foreignDigest,
  hasForeign,
  isForeignText,
  MAX_FOREIGN_CODE_LENGTH,
  storedSpaceId,
} from './stored-codes.service.ts';

/** Accepted key epochs per space. */
const MAX_EPOCHS = 4;

/** @throws codeSpaceTaken */
export const findOrCreate = (db: Db, shape: CodeShape): Promise<number> =>
  inTransaction(db, async (tx) => {
    for (;;) {
      const createdId = await queries.insert(tx, shape);
      if (createdId !== undefined) {
        await invalidateSpaces(tx);
        return createdId;
      }
      const { spaceId, ...existingShape } = (await queries.findSameFormat(tx, shape)) ?? { spaceId: 0, ...shape };
      // 0: removed between the two statements
      if (spaceId === 0) continue;
      if (isSameSplit(existingShape, shape)) return spaceId;
      throw new Problem('codeSpaceTaken', { field: 'prefix', prefix: shape.prefix, length: lengthOf(shape) });
    }
  });

const isSameSplit = (a: CodeShape, b: CodeShape) => a.serialDigits === b.serialDigits && a.tagDigits === b.tagDigits;

/**
 * Consecutive serials in the newest key epoch. The space stays locked until the transaction ends.
 * @throws codesToImport for a space of foreign codes, codeSpaceExhausted, codesUnknown if a restored backup may lack issued codes, notFound
 */
export async function allocate(db: Db, spaceId: number, count: number): Promise<{ epoch: number; serialFrom: number }> {
  const run = await queries.advance(db, spaceId, count);
  if (run && (await queries.isLost(db, spaceId, run.epoch))) throw new Problem('codesUnknown');
  if (run) return run;
  const { left, kind } = orNotFound(await queries.findRemaining(db, spaceId));
  if (kind === 'stored') throw new Problem('codesToImport');
  throw new Problem('codeSpaceExhausted', { left, quantity: count, field: 'quantity' });
}

/** @throws notFound */
export const shapeOf = async (db: Db, spaceId: number): Promise<CodeShape> => orNotFound(await queries.findShape(db, spaceId));

/** Looks up stored foreign codes only if no key matches. */
export async function decode(installation: Installation, { code, text }: Pick<SymbolText, 'code' | 'text'>): Promise<DecodedCode[]> {
  const decoded = decodeWith(installation, await listCachedSpaces(installation.db), code);
  return decoded.length > 0 ? decoded : findStored(installation, code, text);
}

/** A synchronous predicate: does one of our keys match the text? */
export async function ownCodePredicate(installation: Installation): Promise<(text: string) => boolean> {
  const spaces = await listCachedSpaces(installation.db);
  return (text) => decodeWith(installation, spaces, text).length > 0;
}

function decodeWith(installation: Installation, spaces: readonly queries.SpaceRow[], text: string): DecodedCode[] {
  const normalised = normalise(text);
  const decoded: DecodedCode[] = [];
  for (const { spaceId, shape, epochs } of spaces) {
    if (!matchesShape(shape, normalised)) continue;
    for (const epoch of epochs) {
      const serial = deriverOf(installation, spaceId, shape, epoch).decode(normalised);
      if (serial !== undefined) decoded.push({ spaceId, epoch, serial });
    }
  }
  return decoded;
}

interface Rotation {
  newEpochs: { spaceId: number; epoch: number }[];
  refusals: { spaceId: number; ruleNames: string[]; problem: Problem }[];
}

/**
 * Starts a new key epoch in every possible space, or in `spaceId`. Codes of earlier epochs remain valid.
 * @throws only with `spaceId`: codeEpochsFull, notFound, codeRuleTooWeak if one more key pushes the guessing odds above the legal limit
 */
export const rotateKeys = (db: Db, spaceId?: number): Promise<Rotation> =>
  inTransaction(db, async (tx) => {
    const spaces = await queries.lock(tx, spaceId);
    if (spaceId !== undefined) orNotFound(spaces[0]);
    const rotation: Rotation = { newEpochs: [], refusals: [] };
    for (const { spaceId: id, ...shape } of spaces) {
      const epochs = await queries.listEpochs(tx, id);
      const problem = refusalOf(shape, epochs.filter(({ retireTime }) => retireTime === null).length);
      if (problem && spaceId !== undefined) throw problem;
      if (problem) {
        rotation.refusals.push({ spaceId: id, ruleNames: await queries.listRuleNames(tx, id), problem });
        continue;
      }
      const epoch = await queries.epochAfter(tx, epochs.at(-1)?.epoch ?? 0);
      await queries.insertEpoch(tx, id, epoch);
      rotation.newEpochs.push({ spaceId: id, epoch });
    }
    await invalidateSpaces(tx);
    return rotation;
  });

function refusalOf(shape: CodeShape, accepted: number): Problem | undefined {
  return accepted >= MAX_EPOCHS ? new Problem('codeEpochsFull', { max: MAX_EPOCHS }) : weaknessOf(shape, accepted + 1);
}

/** @throws codeRuleTooWeak if the odds of guessing a tag exceed the legal limit */
export function assertStrong(shape: CodeShape) {
  const weakness = weaknessOf(shape, 1);
  if (weakness) throw weakness;
}

function weaknessOf(shape: CodeShape, epochs: number): Problem | undefined {
  const { aimed, verdict } = oddsOf({ shape, epochs, issued: 0 });
  if (verdict !== 'refused') return undefined;
  return new Problem('codeRuleTooWeak', { odds: Math.floor(1 / aimed), floor: 1 / EU_FLOOR, field: 'tagDigits' });
}

export const epochsInUse = async (db: Db): Promise<{ spaceId: number; epochs: number[] }[]> => queries.listSpaces(db);

/** Codes, and their batches, that would become invalid without this epoch. */
export const countIssued = (db: Db, spaceId: number, epoch: number) => queries.countIssued(db, spaceId, epoch);

/** Invalidates all codes of this epoch. The newest epoch cannot be retired. @throws notFound, codeEpochCurrent */
export const retireEpoch = (db: Db, spaceId: number, epoch: number): Promise<void> =>
  inTransaction(db, async (tx) => {
    orNotFound((await queries.lock(tx, spaceId))[0]);
    const accepted = (await queries.listEpochs(tx, spaceId)).filter(({ retireTime }) => retireTime === null);
    orNotFound(accepted.find((one) => one.epoch === epoch));
    if (accepted.at(-1)?.epoch === epoch) throw new Problem('codeEpochCurrent', { epoch });
    await queries.retireEpoch(tx, spaceId, epoch);
    await invalidateSpaces(tx);
  });

/** Frees the prefixes of spaces without rules and codes. A recreated space gets a new number and therefore new keys. */
export async function removeUnused(db: Db, spaceIds: number[]) {
  await queries.removeUnused(db, spaceIds);
  await invalidateSpaces(db);
}
