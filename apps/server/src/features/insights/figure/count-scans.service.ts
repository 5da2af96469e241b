import type { Db } from '../../../platform/db/db.ts';
import { isDistributed } from '../../../platform/db/layout.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import * as queries from './count-scans.queries.ts';

/** Transactions per step; each step commits its progress. */
const TRANSACTIONS_PER_STEP = 50_000;

/**
 * Counts new scans by transaction id. Below the oldest running transaction no scan can appear, so each one is counted once. One process
 * works at a time.
 */
export async function follow(db: Db): Promise<void> {
  const databaseId = await queries.origin(db);
  for (;;) {
    const step: 'notMine' | 'rebuild' | 'more' | 'done' = await inTransaction(db, async (tx) => {
      const progress = await queries.tryLock(tx);
      if (!progress) return 'notMine';
      if (progress === 'none' || progress.origin !== databaseId) return 'rebuild';
      const end = await findEnd(db, tx);
      const to = Math.min(end, progress.tx + TRANSACTIONS_PER_STEP);
      if (to <= progress.tx) return 'done';
      await queries.add(tx, progress.tx, to);
      await queries.recordProgress(tx, { origin: databaseId, tx: to });
      return to < end ? 'more' : 'done';
    });
    if (step === 'rebuild') await rebuild(db);
    if (step === 'notMine' || step === 'done') break;
  }
  await followCodes(db);
}

const findEnd = (db: Db, tx: Db) => (isDistributed() ? queries.findLowestActiveTxOfCluster(db, tx) : queries.findLowestActiveTx(tx));

/**
 * Recounts all stored scans while verification continues. Keeps figures whose scans are no longer stored. Resolves to the scans in the
 * figures, and the kept figures.
 */
export async function rebuild(db: Db): Promise<{ scans: number; retained: queries.RetainedFigures[] }> {
  const databaseId = await queries.origin(db);
  return inTransaction(db, async (tx) => {
    await queries.waitForLock(tx);
    const progress = await queries.tryLock(tx);
    const own = progress !== 'none' && progress?.origin === databaseId ? progress : undefined;
    const end = Math.max(await findEnd(db, tx), own?.tx ?? 0);
    await queries.liftTimeout(tx);
    if (!own) await queries.clearTransactions(tx, end);
    // kept figures must first include all new scans
    else await queries.add(tx, own.tx, end);
    const retained = await queries.recount(tx, end);
    await queries.recordProgress(tx, { origin: databaseId, tx: end });
    return { scans: await queries.countScans(tx), retained };
  });
}

/** Records status changes of codes by batch and day, for batches with recent events. */
async function followCodes(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await queries.tryLockCodeDays(tx))) return;
    const batchIds = await queries.listChangedBatches(tx);
    if (batchIds.length > 0) await queries.recordChanges(tx, batchIds);
  });
}

/** Checks all batches, to include events that committed too late for `followCodes`. */
export async function followAllCodes(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await queries.tryLockCodeDays(tx))) return;
    const batchIds = await queries.listIssuedBatches(tx);
    if (batchIds.length > 0) await queries.recordChanges(tx, batchIds);
  });
}
