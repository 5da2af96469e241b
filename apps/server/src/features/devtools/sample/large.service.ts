import { MAX_BATCH_QUANTITY } from '@suyuan/contract';
import { onOwner } from '../../../platform/db/connect.ts';
import type { Db } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { dayOf } from '../../../platform/shanghai-time.ts';
import * as codeSpaceService from '../../codes/code-space/code-space.service.ts';
import * as figureService from '../../insights/figure/figure.service.ts';
import * as queries from './sample.queries.ts';
import * as scanQueries from './scans.queries.ts';
import { DAY } from './timeline.ts';

/** Days over which scans are spread. */
const SPAN = 60;
/** Scans per statement, a multiple of ten; less than a second of work. */
const CHUNK = 20_000;

interface LargeSample {
  codes: number;
  scans: number;
}

/**
 * Adds large active batches for performance tests: `codes` codes and `scans` scans. After a crash, a batch has fewer scans with correct
 * counts.
 * @param onProgress receives the number of inserted scans
 */
export async function loadLarge({ db }: Pick<Installation, 'db'>, { codes, scans }: LargeSample, onProgress?: (done: number) => void) {
  const [from, to] = [Date.now() - SPAN * DAY, Date.now()];
  await scanQueries.ensurePartitions(db, new Date(from).toISOString());
  const batchIds: number[] = [];
  let done = 0;
  for (let left = codes; left > 0; left -= MAX_BATCH_QUANTITY) {
    const quantity = Math.min(left, MAX_BATCH_QUANTITY);
    const share = left <= MAX_BATCH_QUANTITY ? scans - done : Math.floor((scans * quantity) / codes);
    const batchId = await inTransaction(db, (tx) => insertLarge(tx, quantity, batchIds.length + 1, to));
    batchIds.push(batchId);
    await insertScans(db, { batchId, quantity, scans: share, from, to }, (inserted) => onProgress?.(done + inserted));
    done += share;
  }
  await onOwner(db, scanQueries.analyze);
  await figureService.follow(db);
  await figureService.followAllCodes(db);
  return batchIds;
}

/** Runs two statements in parallel. Both count codes in order, which avoids deadlocks. */
async function insertScans(db: Db, spread: scanQueries.Spread, onProgress: (inserted: number) => void) {
  let [next, inserted] = [0, 0];
  const lane = async () => {
    while (next < spread.scans) {
      const first = next;
      const end = Math.min(first + CHUNK, spread.scans);
      next = end;
      await inTransaction(db, (tx) => scanQueries.insertLargeScans(tx, spread, first, end));
      inserted += end - first;
      onProgress(inserted);
    }
  };
  await Promise.all([lane(), lane()]);
}

/** An active batch of `quantity` codes, activated before the first scan. */
async function insertLarge(db: Db, quantity: number, index: number, now: number): Promise<number> {
  const { spaceId, approveBy, createBy, deptId, ...refers } = await scanQueries.findFirstProduct(db);
  const at = (daysAgo: number) => new Date(now - daysAgo * DAY).toISOString();
  const { batchId } = await queries.insertBatch(db, {
    ...refers,
    batchNo: `L${new Date(now).toISOString().slice(2, 23).replaceAll(/\D/g, '')}-${index}`,
    quantity,
    madeDate: dayOf(now - (SPAN + 2) * DAY),
    state: 'active',
    stateBefore: null,
    stateReason: null,
    submitBy: createBy,
    submitTime: at(SPAN + 2.9),
    approveBy,
    approveTime: at(SPAN + 2.8),
    issueTime: at(SPAN + 2.7),
    version: 6,
    deptId,
    createBy,
    createTime: at(SPAN + 3),
  });
  const serials = await codeSpaceService.allocate(db, spaceId, quantity);
  await queries.insertRange(db, { batchId, spaceId, count: quantity, createTime: at(SPAN + 2.7), ...serials });
  await queries.insertSegments(db, batchId, [{ ordinalFrom: 0, count: quantity, status: 'activated', statusBefore: null, reason: null }]);
  const steps = [
    ['add', 3],
    ['submit', 2.9],
    ['approve', 2.8],
    ['issue', 2.75],
    ['issued', 2.7],
    ['activate', 1],
  ] as const;
  await queries.insertEvents(
    db,
    steps.map(([action, days]) => {
      const run = action === 'issued' ? { level: 0, ordinalFrom: 0, count: quantity } : { level: null, ordinalFrom: null, count: null };
      const userId = action === 'add' || action === 'submit' ? createBy : approveBy;
      return { batchId, action, userId, eventTime: at(SPAN + days), reason: null, ...run };
    }),
  );
  return batchId;
}
