import type { Db } from '../../../platform/db/database.types.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import * as codeDay from './code-day.queries.ts';
import * as queries from './follow.queries.ts';

/** Transactions per step; each step commits its progress. */
const STEP = 50_000;

/**
 * Counts new scans by transaction id. Below the oldest running transaction no scan can appear, so each one is counted once. One process
 * works at a time.
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
 * Recounts all stored scans while verification continues. Keeps figures whose scans are no longer stored. Resolves to the scans in the
 * figures, and the kept figures.
 */
export async function rebuild(db: Db): Promise<{ scans: number; kept: queries.KeptFigures[] }> {
  const here = await queries.origin(db);
  return inTransaction(db, async (tx) => {
    await queries.awaitTurn(tx);
    const followed = await queries.takeTurn(tx);
    const end = await queries.ended(tx);
    await queries.liftTimeout(tx);
    if (followed === 'none' || followed?.origin !== here) await queries.clearTransactions(tx, end);
    // kept figures must first include all new scans
    else await queries.add(tx, followed.tx, end);
    const kept = await queries.countAnew(tx, end);
    await queries.note(tx, { origin: here, tx: end });
    return { scans: await queries.counted(tx), kept };
  });
}

/** Records status changes of codes by batch and day, for batches with recent events. */
async function followCodes(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await codeDay.takeTurn(tx))) return;
    const batchIds = await codeDay.changed(tx);
    if (batchIds.length > 0) await codeDay.note(tx, batchIds);
  });
}

/** Checks all batches, to include events that committed too late for `followCodes`. */
export async function followAllCodes(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await codeDay.takeTurn(tx))) return;
    const batchIds = await codeDay.issued(tx);
    if (batchIds.length > 0) await codeDay.note(tx, batchIds);
  });
}
