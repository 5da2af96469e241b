import { Problem } from '../problem.ts';
import { tryLockByName } from './advisory-lock.ts';
import type { Db } from './db.ts';

/** Characters of a stored key. */
export const MAX_IDEMPOTENCY_KEY = 100;

export interface IdempotentRequest {
  userId: number;
  /** Value of the `Idempotency-Key` header. */
  key: string;
  /** Digest of method, address and body. */
  requestDigest: Buffer;
}

/** The recorded response to an identical request; undefined if there is none yet. */
export const findRecordedResponse = (db: Db, { userId, key, requestDigest }: IdempotentRequest) =>
  db
    .selectFrom('idempotency')
    .select('answer')
    .where('userId', '=', userId)
    .where('idempotencyKey', '=', key)
    .where('asked', '=', requestDigest)
    .where('answer', 'is not', null)
    .executeTakeFirst();

/** @throws idempotencyKeyInUse while a request with the same key runs */
export async function refuseConcurrentRepeat(db: Db, { userId, key }: IdempotentRequest): Promise<void> {
  if (!(await tryLockByName(db, `idempotency/${userId}/${key}`))) throw new Problem('idempotencyKeyInUse');
}

/**
 * Runs `act` once per key; repeats get the first response. The key's row is inserted first, so concurrent repeats wait. A repeat of a
 * response that cannot be recorded, such as a file, runs `act` again.
 * @throws idempotencyKeyReused when the same key comes with another request
 */
export async function runOnce(
  db: Db,
  { userId, key: idempotencyKey, requestDigest }: IdempotentRequest,
  act: () => Promise<unknown>,
  isRecordable: (response: unknown) => boolean,
): Promise<unknown> {
  const inserted = await db
    .insertInto('idempotency')
    .values({ userId, idempotencyKey, asked: requestDigest })
    .onConflict((conflict) => conflict.constraint('idempotency_pkey').doNothing())
    .returning('userId')
    .executeTakeFirst();
  if (!inserted) {
    const recorded = await db
      .selectFrom('idempotency')
      .select(['asked', 'answer'])
      .where('userId', '=', userId)
      .where('idempotencyKey', '=', idempotencyKey)
      .executeTakeFirstOrThrow();
    if (!recorded.asked.equals(requestDigest)) throw new Problem('idempotencyKeyReused');
    return recorded.answer;
  }
  const response = await act();
  if (!isRecordable(response))
    await db.deleteFrom('idempotency').where('userId', '=', userId).where('idempotencyKey', '=', idempotencyKey).execute();
  else
    await db
      .updateTable('idempotency')
      .set({ answer: JSON.stringify(response ?? null) })
      .where('userId', '=', userId)
      .where('idempotencyKey', '=', idempotencyKey)
      .execute();
  return response;
}
