import { randomUUID } from 'node:crypto';
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

/** Milliseconds to write, verify or read a whole month. */
const WHOLE_MONTH_MS = 6 * 3_600_000;
/** Milliseconds after which the temporary files of a killed process are removed. No statement runs that long. */
const ABANDONED_MS = 24 * 3_600_000;

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

/** Instances that share a folder overwrite the files of each other. */
const instances = {
  reader: { run: duckDb(), memory: 512, folder: randomUUID() },
  writer: { run: duckDb(), memory: 1024, folder: randomUUID() },
};

/** Folders for temporary files that this process has cleaned. */
const cleaned = new Map<string, Promise<void>>();

async function removeAbandoned(parent: string): Promise<void> {
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    const entry = path.join(parent, name);
    const stats = await stat(entry).catch(() => undefined);
    if (stats && stats.mtimeMs < Date.now() - ABANDONED_MS) await rm(entry, { recursive: true, force: true });
  }
}

/** The folder of an instance, marked as in use. */
async function temporaryFolder(place: Place, name: string): Promise<string> {
  const parent = path.join(cacheFolder(place), 'temporary');
  const cleaning = cleaned.get(parent) ?? removeAbandoned(parent);
  cleaned.set(parent, cleaning);
  await cleaning.catch((error) => {
    // the next read tries again
    cleaned.delete(parent);
    throw error;
  });
  const folder = path.join(parent, name);
  await mkdir(folder, { recursive: true });
  await utimes(folder, new Date(), new Date());
  return folder;
}

const foldersOf = (place: Place) => [cacheFolder(place), ...(place.files.localPath ? [place.files.location] : [])];

async function run(name: keyof typeof instances, place: Place, statements: readonly DuckDbStatement[], signal: AbortSignal) {
  const { run: job, memory, folder } = instances[name];
  return job({ folders: foldersOf(place), temporaryFolder: await temporaryFolder(place, folder), statements, memory }, signal);
}

/** For requests. @throws busy, an error if the signal aborts */
export const query = (place: Place, statement: DuckDbStatement, signal: AbortSignal): Promise<DuckDbRow[]> =>
  run('reader', place, [statement], signal);

/** For whole months, next to requests. */
export const process = (place: Place, statements: readonly DuckDbStatement[], signal?: AbortSignal): Promise<DuckDbRow[]> =>
  run('writer', place, statements, AbortSignal.any([AbortSignal.timeout(WHOLE_MONTH_MS), ...(signal ? [signal] : [])]));

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
