import { Problem } from '../http/problem.ts';
import type { Db } from './database.types.ts';

interface Once {
  userId: number;
  /** Value of the `Idempotency-Key` header. */
  key: string;
  /** Digest of method, address and body. */
  asked: Buffer;
}

/** The recorded response to an identical request; undefined if there is none yet. */
export const answeredBefore = (db: Db, { userId, key, asked }: Once) =>
  db
    .selectFrom('idempotency')
    .select('answer')
    .where('userId', '=', userId)
    .where('idempotencyKey', '=', key.slice(0, 100))
    .where('asked', '=', asked)
    .where('answer', 'is not', null)
    .executeTakeFirst();

/**
 * Runs `act` once per key; repeats get the first response. The key's row is inserted first, so concurrent repeats wait.
 * @throws idempotencyKeyReused when the same key comes with another request
 */
export async function answerOnce(db: Db, { userId, key, asked }: Once, act: () => Promise<unknown>): Promise<unknown> {
  const idempotencyKey = key.slice(0, 100);
  const first = await db
    .insertInto('idempotency')
    .values({ userId, idempotencyKey, asked })
    .onConflict((conflict) => conflict.constraint('idempotency_pkey').doNothing())
    .returning('userId')
    .executeTakeFirst();
  if (!first) {
    const known = await db
      .selectFrom('idempotency')
      .select(['asked', 'answer'])
      .where('userId', '=', userId)
      .where('idempotencyKey', '=', idempotencyKey)
      .executeTakeFirstOrThrow();
    if (!known.asked.equals(asked)) throw new Problem('idempotencyKeyReused');
    return known.answer;
  }
  const answer = await act();
  await db
    .updateTable('idempotency')
    .set({ answer: JSON.stringify(answer ?? null) })
    .where('userId', '=', userId)
    .where('idempotencyKey', '=', idempotencyKey)
    .execute();
  return answer;
}
