import type { Db } from '../../../platform/db/database.types.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import * as codeDay from './code-day.queries.ts';
import * as queries from './follow.queries.ts';

/** Transactions of one step: each is committed with how far it came, so that a kill loses and repeats nothing. */
const STEP = 50_000;

/**
 * Brings the figures up to the scans that are filed. Scans are followed by the number of the transaction that filed them: below the oldest
 * that still runs nothing new can come, so each is counted once, whatever fails. Any number of processes may call; one of them does it.
 */
export async function follow(db: Db): Promise<void> {
  const here = await queries.origin(db);
  for (;;) {
    const step: 'notMine' | 'anew' | 'more' | 'done' = await inTransaction(db, async (tx) => {
      const followed = await queries.takeTurn(tx);
      if (!followed) return 'notMine';
      if (followed === 'none' || followed.origin !== here) return 'anew';
      const end = await queries.ended(tx);
      const to = Math.min(end, followed.tx + STEP);
      if (to <= followed.tx) return 'done';
      await queries.add(tx, followed.tx, to);
      await queries.note(tx, { origin: here, tx: to });
      return to < end ? 'more' : 'done';
    });
    if (step === 'anew') await rebuild(db);
    if (step === 'notMine' || step === 'done') break;
  }
  await followCodes(db);
}

/**
 * Counts every scan on file anew, as where the figures are lost, doubted, or copied from elsewhere. Figures whose scans are not on file any
 * more are kept. Answers how many scans the figures hold, and how many of them were kept. Verification goes on meanwhile.
 */
export async function rebuild(db: Db): Promise<{ scans: number; kept: queries.KeptFigures[] }> {
  const here = await queries.origin(db);
  return inTransaction(db, async (tx) => {
    await queries.awaitTurn(tx);
    const followed = await queries.takeTurn(tx);
    const end = await queries.ended(tx);
    await queries.liftTimeout(tx);
    if (followed === 'none' || followed?.origin !== here) await queries.clearTransactions(tx, end);
    // the figures that are kept must have followed as far as the others
    else await queries.add(tx, followed.tx, end);
    const kept = await queries.countAnew(tx, end);
    await queries.note(tx, { origin: here, tx: end });
    return { scans: await queries.counted(tx), kept };
  });
}

/** Notes by how many the codes of each batch in each status changed today, of the batches that anything was done to since the last look. */
async function followCodes(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await codeDay.takeTurn(tx))) return;
    const batchIds = await codeDay.changed(tx);
    if (batchIds.length > 0) await codeDay.note(tx, batchIds);
  });
}

/** Looks at the codes of every batch, where what was done to one was committed too late to be seen. */
export async function followAllCodes(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await codeDay.takeTurn(tx))) return;
    const batchIds = await codeDay.issued(tx);
    if (batchIds.length > 0) await codeDay.note(tx, batchIds);
  });
}
