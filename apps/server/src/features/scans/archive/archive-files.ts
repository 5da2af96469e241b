import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Installation } from '../../../platform/http/installation.ts';
import { duckDb } from '../../../platform/threads/duckdb.ts';
import type { DuckDbRow, DuckDbStatement } from '../../../platform/threads/duckdb-job.ts';
import type { ArchivedMonth } from './scan-archive.queries.ts';

type Place = Pick<Installation, 'files' | 'dataDir'>;

/** Bytes of the copies of a bucket's files on the local disk. */
const CACHE_BYTES = 20 * 1024 ** 3;

/** A request may wait 20 seconds. */
const QUERY = { memory: 512, limit: 20_000 };
/** To write, verify or read a whole month. */
const WHOLE_MONTH = { memory: 1024, limit: 6 * 3_600_000 };

const cacheFolder = ({ dataDir }: Place) => path.join(dataDir, 'scan-archive');

/** For files of one run, whose lock makes it the only one. */
const workFolder = (place: Place) => path.join(cacheFolder(place), 'work');

/** An empty folder for the files of a run. */
export async function prepareWork(place: Place): Promise<string> {
  const folder = workFolder(place);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

export const clearWork = (place: Place) => rm(workFolder(place), { recursive: true, force: true });

const reader = duckDb();
const writer = duckDb();

const foldersOf = (place: Place) => [cacheFolder(place), ...(place.files.localPath ? [place.files.location] : [])];

const jobOf = (place: Place, statements: readonly DuckDbStatement[], { memory, limit }: { memory: number; limit: number }) => ({
  folders: foldersOf(place),
  temporaryFolder: path.join(cacheFolder(place), 'temporary'),
  statements,
  memory,
  limit,
});

/** For requests. @throws busy, JobRefusal `time` */
export const query = (place: Place, statement: DuckDbStatement): Promise<DuckDbRow[]> => reader(jobOf(place, [statement], QUERY));

/** For whole months, next to requests. */
export const process = (place: Place, statements: readonly DuckDbStatement[], signal?: AbortSignal): Promise<DuckDbRow[]> =>
  writer(jobOf(place, statements, WHOLE_MONTH), signal);

const downloads = new Map<string, Promise<string>>();

/** The file of a month on the local disk: that of the folder, or a copy of the bucket's. Undefined: the file is missing. */
export async function localFile(place: Place, month: Pick<ArchivedMonth, 'path' | 'bytes'>): Promise<string | undefined> {
  const own = place.files.localPath?.(month.path);
  if (own) return (await sizeOf(own)) === undefined ? undefined : own;
  const target = path.join(cacheFolder(place), month.path.replaceAll('/', '-'));
  if ((await sizeOf(target)) === month.bytes) {
    await utimes(target, new Date(), new Date());
    return target;
  }
  const download = downloads.get(target) ?? fetchCopy(place, month, target).finally(() => downloads.delete(target));
  downloads.set(target, download);
  return download.catch((error: unknown) => {
    if (error instanceof MissingFile) return undefined;
    throw error;
  });
}

class MissingFile extends Error {}

async function fetchCopy(place: Place, { path: key, bytes }: Pick<ArchivedMonth, 'path' | 'bytes'>, target: string): Promise<string> {
  const body = await place.files.read(key);
  if (!body) throw new MissingFile(key);
  await mkdir(cacheFolder(place), { recursive: true });
  await evict(place, bytes);
  const partial = `${target}.${globalThis.process.pid}.partial`;
  await pipeline(body, createWriteStream(partial));
  await rename(partial, target);
  return target;
}

/** Makes room for a copy: the least recently used ones leave. */
async function evict(place: Place, bytes: number): Promise<void> {
  const folder = cacheFolder(place);
  const copies: { file: string; size: number; usedAt: number }[] = [];
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const stats = await stat(file).catch(() => undefined);
    if (stats?.isFile()) copies.push({ file, size: stats.size, usedAt: stats.mtimeMs });
  }
  let total = copies.reduce((sum, { size }) => sum + size, bytes);
  for (const { file, size } of copies.toSorted((one, other) => one.usedAt - other.usedAt)) {
    if (total <= CACHE_BYTES) return;
    await rm(file, { force: true });
    total -= size;
  }
}

const sizeOf = (file: string): Promise<number | undefined> =>
  stat(file).then(
    ({ size }) => size,
    () => undefined,
  );

export const readFile = (file: string) => createReadStream(file);
export const writeFile = (file: string) => createWriteStream(file, { mode: 0o600 });
