import { Problem } from '../http/problem.ts';
import type { Db } from './database.types.ts';

interface Once {
  userId: number;
  /** The caller's `Idempotency-Key`. */
  key: string;
  /** Digest of method, address and body. */
  asked: Buffer;
}

/** What this very request was answered before, by its key; undefined where it was not, or is not yet. */
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
 * Runs `act` once for a key, however often and however much at once it is asked for; later askers get the first answer.
 * The key's row is inserted before the act in the same transaction, so a second asker waits for the first to end.
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
