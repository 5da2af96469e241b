import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { connect, directUrlOf, onOwner, ownerUrlOf } from '../../../platform/db/connect.ts';
import type { Db } from '../../../platform/db/db.ts';
import { isMoving } from '../../../platform/db/distribute.ts';
import { findInstallationValue } from '../../../platform/db/installation-value.ts';
import { isDistributed } from '../../../platform/db/layout.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import { dayOf } from '../../../platform/shanghai-time.ts';
import type { Bilingual } from '../../../platform/translations.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import { ANONYMISED_DAY } from '../scan/scan-jobs.service.ts';
import * as files from './archive-files.ts';
import * as archived from './archived-scan.queries.ts';
import * as queries from './scan-archive.queries.ts';

type Place = Pick<Installation, 'db' | 'files' | 'dataDir'>;

/** Another run archives or restores. */
export class ArchiveBusy extends OperatorError {
  constructor() {
    super('另一个归档正在进行；等它结束', 'another archive run is in progress; wait for it to end', { exitCode: 1 });
  }
}

interface RunOptions {
  signal?: AbortSignal | undefined;
  /** Receives the completed steps of `STEPS`. */
  onStep?: ((done: number) => Promise<void> | void) | undefined;
}

/** Export, write, verify, publish, detach, verify again, drop. */
export const STEPS = 7;

const onWorkers: Bilingual = {
  chinese: '扫码分布在 Citus 的工作节点上或正在移动，那里的月份不归档；先用 undistribute 移回来',
  english: 'the scans are on the workers of Citus or moving, where no month is archived; bring them back by undistribute first',
};

/** Months that are old enough, oldest first, and those whose archiving was interrupted. */
export async function listDue(db: Db): Promise<string[]> {
  const months = await settingService.number(db, 'suyuan.scan.keepMonths', 24);
  return months === 0 ? [] : queries.listDue(db, months);
}

export { findArchived } from './scan-archive.queries.ts';

/** What archiving would do. @throws OperatorError if the month must stay */
export async function preview({ db }: Place, month: string): Promise<{ scans: number; bytes: number }> {
  const existing = await queries.find(db, month);
  if (existing && existing.state !== 'restored') return existing;
  await assertArchivable(db, month);
  const { scans } = await inTransaction(db, async (tx) => {
    // it reads the whole month
    await queries.liftTimeLimit(tx);
    return queries.total(tx, month);
  });
  return { scans: Number(scans), bytes: Number(scans) * ESTIMATED_BYTES };
}

/** Bytes per scan in a file, measured (docs/performance.md). */
const ESTIMATED_BYTES = 30;

/**
 * Moves a month into a file. Lists read the file from the moment its row is committed; the partition leaves after that. May be interrupted
 * at any moment and repeated.
 * @throws ArchiveBusy, OperatorError if the month must stay or does not equal its file
 */
export const archiveMonth = (place: Place, month: string, options: RunOptions = {}): Promise<queries.ArchivedMonth> =>
  alone(place, async (session) => {
    const step = stepper(options);
    const existing = await queries.find(session, month);
    if (existing?.state === 'archived') return existing;
    await assertArchivable(session, month);
    if (existing?.state !== 'written') await write(place, session, month, step, options.signal);
    await removePartition(place, session, month, step, options.signal);
    const done = await queries.find(session, month);
    if (!done) throw new Error(`month ${month} has no row`);
    return done;
  });

const stepper =
  ({ signal, onStep }: RunOptions) =>
  async (done: number) => {
    signal?.throwIfAborted();
    await onStep?.(done);
    signal?.throwIfAborted();
  };
type Step = ReturnType<typeof stepper>;

/** Runs on a session of the owner that holds the lock. */
async function alone<T>(place: Place, work: (session: Db) => Promise<T>): Promise<T> {
  const { db } = place;
  const locked = async (session: Db) => {
    if (!(await queries.tryLock(session))) throw new ArchiveBusy();
    await files.prepareWork(place);
    return work(session).finally(async () => {
      await files.clearWork(place);
      await queries.unlock(session);
    });
  };
  if (ownerUrlOf(db) !== undefined) return onOwner(db, locked);
  // an own session, because its limits are lifted
  const own = connect(directUrlOf(db) ?? '', { max: 1 });
  return own
    .connection()
    .execute(locked)
    .finally(() => own.destroy());
}

/** Why a month must stay in the database; undefined if it may leave. */
export async function findObstacle(db: Db, month: string): Promise<Bilingual | undefined> {
  const because = (chinese: string, english: string): Bilingual => ({ chinese, english });
  // an interrupted run may have been followed by `distribute`
  if (isDistributed() || (await isMoving(db))) return onWorkers;
  const existing = await queries.find(db, month);
  if (existing?.state === 'written') return undefined;
  if ((await queries.partitionState(db, month)) !== 'attached')
    return because(`数据库里没有 ${month} 的扫码；核对月份`, `there are no scans of ${month} in the database; check the month`);
  const { isRecent, heldBatch, isUncounted, isQueued } = await queries.findObstacles(db, month);
  if (isRecent) return because(`${month} 还会有新的扫码；月末两天后再试`, `${month} still receives scans; try two days after it`);
  if (heldBatch !== null)
    return because(`批次 ${heldBatch} 在 ${month} 有扫码，在法律保全中；先解除`, `batch ${heldBatch} is on legal hold; release it`);
  if (isUncounted) return because(`${month} 的扫码还没有全部计入统计；稍后再试`, `the figures lack scans of ${month}; try again later`);
  if (isQueued) return because(`${month} 有扫码还在等待立案；稍后再试`, `scans of ${month} wait for their case; try again later`);
  const setting = 'suyuan.scan.keepAddressDays';
  if (!(await isAnonymised(db, month)))
    return because(`${month} 的扫码来处还没有模糊；见参数 ${setting}`, `addresses of ${month} are not blurred yet; see ${setting}`);
  return undefined;
}

/** @throws OperatorError */
async function assertArchivable(db: Db, month: string): Promise<void> {
  const obstacle = await findObstacle(db, month);
  if (obstacle) throw new OperatorError(`不能归档：${obstacle.chinese}`, `cannot be archived: ${obstacle.english}`, { exitCode: 1 });
}

/** A file is not anonymised later. */
async function isAnonymised(db: Db, month: string): Promise<boolean> {
  if ((await settingService.number(db, 'suyuan.scan.keepAddressDays', 180)) === 0) return true;
  const lastDay = dayOf(endOf(month) - 1);
  return ((await findInstallationValue(db, ANONYMISED_DAY)) ?? '') >= lastDay;
}

const endOf = (month: string) => Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)));

async function write(place: Place, session: Db, month: string, step: Step, signal?: AbortSignal): Promise<void> {
  const { db } = place;
  const folder = await files.prepareWork(place);
  // a new name, because DuckDB remembers the metadata of a file by its name
  const name = randomBytes(8).toString('hex');
  const [csv, parquet] = [path.join(folder, 'scans.csv'), path.join(folder, `${name}.parquet`)];
  const totals = await queries.total(session, month);
  await copyOut(db, month, csv, signal);
  await step(1);
  await files.process(place, [archived.write(csv, parquet)], signal);
  await step(2);
  const written = await totalOfFile(place, parquet, signal);
  if (!isSame(written, totals)) throw mismatch(month);
  const [{ batches } = {}] = await files.process(place, [archived.batches(parquet)], signal);
  await step(3);
  const source = files.readFile(parquet);
  const stored = await fileService.generate(place, source, {
    originalName: `${month}.parquet`,
    ending: 'parquet',
    type: '',
  });
  const key = `scanArchive/${month}-${name}.parquet`;
  await place.files.publish(stored.name, key);
  await step(4);
  const row = {
    month,
    state: 'written',
    path: key,
    bytes: stored.bytes,
    sha256: stored.sha256,
    scans: Number(totals.scans),
    digest: totals.digest,
  };
  await inTransaction(session, async (tx) => {
    await queries.lockHolds(tx);
    await assertArchivable(tx, month);
    const ids = { firstScanId: totals.firstScanId, lastScanId: totals.lastScanId };
    await queries.insert(tx, { ...row, ...ids, batches: String(batches ?? '{}') });
  });
}

async function copyOut(db: Db, month: string, csv: string, signal?: AbortSignal): Promise<void> {
  const copy = await queries.openCopy(ownerUrlOf(db) ?? directUrlOf(db) ?? '');
  try {
    await pipeline(copy.read(month), files.writeFile(csv), { ...(signal && { signal }) });
  } finally {
    await copy.close();
  }
}

async function totalOfFile(place: Place, file: string, signal?: AbortSignal): Promise<queries.Totals> {
  const [row] = await files.process(place, [archived.digest(file)], signal);
  // Cast: columns of `digest`.
  return row as unknown as queries.Totals;
}

const isSame = (one: Pick<queries.Totals, 'scans' | 'digest'>, other: { scans: string | number; digest: string }) =>
  Number(one.scans) === Number(other.scans) && one.digest === other.digest;

const mismatch = (month: string, { isReattached = false } = {}) =>
  new OperatorError(
    `${month} 的归档文件与数据库不一致，扫码仍在数据库里${isReattached ? '，已改回从数据库读取' : ''}`,
    `the file of ${month} does not equal the database; its scans stay there`,
    { exitCode: 1 },
  );

/** The last comparison is of the detached partition, which nothing can change, with the file as stored. */
async function removePartition(place: Place, session: Db, month: string, step: Step, signal?: AbortSignal): Promise<void> {
  const row = await queries.find(session, month);
  if (row?.state !== 'written') return;
  const state = await queries.partitionState(session, month);
  if (state === 'attached' || state === 'detaching') await queries.detach(session, month);
  await step(5);
  const stored = await files.localFile(place, row);
  const isWhole = stored !== undefined && isSame(await totalOfFile(place, stored, signal), row);
  // a restored backup has no detached partition
  if (state === 'absent') {
    if (!isWhole) throw broken(month);
    return void (await queries.setState(session, month, 'archived'));
  }
  if (!isWhole || !isSame(await queries.total(session, month), row)) {
    await inTransaction(session, async (tx) => {
      await queries.attach(tx, month);
      await queries.remove(tx, month);
    });
    throw mismatch(month, { isReattached: true });
  }
  await step(6);
  await inTransaction(session, async (tx) => {
    await queries.drop(tx, month);
    await queries.setState(tx, month, 'archived');
  });
  await step(7);
}

/**
 * Brings a month back into the database. Its file stays until the month is archived again. The job does not archive it again.
 * @throws ArchiveBusy, OperatorError
 */
export const restoreMonth = (place: Place, month: string, { signal }: RunOptions = {}): Promise<queries.ArchivedMonth> =>
  alone(place, async (session) => {
    if (isDistributed() || (await isMoving(session))) throw new OperatorError(onWorkers.chinese, onWorkers.english, { exitCode: 1 });
    const row = await queries.find(session, month);
    if (row?.state !== 'archived') throw new OperatorError(`${month} 没有归档的扫码`, `${month} is not archived`, { exitCode: 1 });
    // left by an interrupted run
    if ((await queries.partitionState(session, month)) === 'detached') await queries.drop(session, month);
    const stored = await files.localFile(place, row);
    if (!stored || !isSame(await totalOfFile(place, stored, signal), row)) throw broken(month);
    const csv = path.join(await files.prepareWork(place), 'scans.csv');
    await files.process(place, archived.exportLines(stored, csv), signal);
    await queries.createTable(session, month);
    const copy = await queries.openCopy(ownerUrlOf(place.db) ?? directUrlOf(place.db) ?? '');
    try {
      await pipeline(files.readFile(csv), copy.write(month), { ...(signal && { signal }) });
    } finally {
      await copy.close();
    }
    if (!isSame(await queries.total(session, month), row)) throw broken(month);
    await inTransaction(session, async (tx) => {
      await queries.attach(tx, month);
      await queries.setState(tx, month, 'restored');
    });
    await queries.analyze(session, month);
    return row;
  });

const broken = (month: string) =>
  new OperatorError(
    `${month} 的归档文件坏了或不见了；从备份取回`,
    `the file of ${month} is broken or missing; bring it back from a backup`,
    { exitCode: 1 },
  );

/** Compares each file with its row. */
export async function verifyFiles(place: Place) {
  const rows = await queries.list(place.db);
  const broken: { month: string; fault: 'missing' | 'changed' }[] = [];
  for (const row of rows) {
    const stored = await files.localFile(place, row);
    const isWhole =
      stored !== undefined &&
      (await totalOfFile(place, stored)
        .then((totals) => isSame(totals, row))
        .catch(() => false));
    if (!isWhole) broken.push({ month: row.month, fault: stored === undefined ? 'missing' : 'changed' });
  }
  return { months: rows.length, scans: rows.reduce((sum, { scans }) => sum + scans, 0), broken };
}
