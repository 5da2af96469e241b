import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { configure, ZipWriter } from '@zip.js/zip.js';
import { z } from 'zod';
import { now } from '../../../platform/db/clock.ts';
import { directUrlOf, ownerUrlOf } from '../../../platform/db/connect.ts';
import { isMoving } from '../../../platform/db/distribute.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { OperatorError, reasonOf } from '../../../platform/operator-error.ts';
import { timeOf } from '../../../platform/shanghai-time.ts';
import { openSnapshot } from './backup.queries.ts';
import { TableDefinition } from './table-definition.queries.ts';

/** Description of an archive, stored as its last file. */
export const Manifest = z.object({
  product: z.literal('suyuan'),
  format: z.literal(1),
  createTime: z.string(),
  /** Applied migrations, in order. */
  migrations: z.array(z.string()),
  /** Their steps that had ended. Archives of 1.0.0 have none. */
  migrationSteps: z.array(z.object({ migration: z.string(), step: z.string() })).default([]),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      parent: z.string().nullable(),
      bound: z.string().nullable(),
      /** Absent in archives of earlier releases. */
      definition: TableDefinition.nullish(),
      rows: z.int(),
      /** SHA-256 of the table's file, in hex. */
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/) })),
  files: z.array(z.object({ key: z.string(), sha256: z.string() })),
  key: z.boolean(),
});
export type Manifest = z.output<typeof Manifest>;

export const MANIFEST = 'manifest.json';
export const KEY = 'master.key';

export const tableFile = (name: string) => `tables/${name}.copy`;

export const storedFile = (key: string) => `files/${key}`;

configure({ useWebWorkers: false });

type Archive = ZipWriter<unknown>;

export interface Backup {
  bytes: number;
  tables: number;
  rows: number;
  files: number;
}

/**
 * Writes an archive with a consistent snapshot of all tables, all stored files and, on request, the master key. Without the key, codes
 * cannot be printed from it. The target file appears only when complete.
 * @throws OperatorError while scans are between two layouts, or if the target cannot be written
 */
export async function backup(installation: Installation, target: string, withKey: boolean): Promise<Backup> {
  const { db, files: store, masterKey } = installation;
  if (await isMoving(db))
    throw new OperatorError(
      '扫码正在 Citus 与一个 PostgreSQL 之间移动，备份会缺月份；等 distribute 或 undistribute 完成后再备份',
      'scans are moving to or from the workers of Citus and the archive would lack months; back up when distribute or undistribute is complete',
      { exitCode: 1 },
    );
  const partial = `${target}.partial`;
  const snapshot = await openSnapshot(ownerUrlOf(db) ?? directUrlOf(db) ?? '');
  const refuse = (cause: unknown): never => {
    throw new OperatorError(
      `写不了 ${target}：${reasonOf(cause)}；检查路径、权限和剩余空间`,
      `${target} cannot be written: ${reasonOf(cause)}; check its path, rights and free space`,
      { exitCode: 1, cause },
    );
  };
  const output = await open(partial, 'w', 0o600).catch(async (cause: unknown) => {
    await snapshot.close();
    return refuse(cause);
  });
  const removePartial = () => rmSync(partial, { force: true });
  // an interrupted command does not reach the end of this function
  process.once('exit', removePartial);
  try {
    // `appendFile` writes the whole chunk or throws; a single write may be partial, as on a full disk
    const zip = new ZipWriter(new WritableStream<Uint8Array>({ write: (chunk) => output.appendFile(chunk).catch(refuse) }), {
      level: 1,
      zip64: true,
      bufferedWrite: false,
    });
    const tables = await addTables(zip, snapshot);
    // copying files may take hours, and an open snapshot blocks vacuum
    await snapshot.close();
    const files = await addFiles(zip, store);
    if (withKey) await zip.add(KEY, webStream([masterKey]), { level: 0 });
    const { sequences, migrations, migrationSteps } = snapshot;
    const manifest: Manifest = {
      product: 'suyuan',
      format: 1,
      createTime: new Date(now()).toISOString(),
      migrations,
      migrationSteps,
      tables,
      sequences,
      files,
      key: withKey,
    };
    await zip.add(MANIFEST, webStream([Buffer.from(JSON.stringify(manifest))]));
    await zip.close();
    await output.sync().catch(refuse);
    const { size: bytes } = await output.stat();
    await output.close();
    await renameDurably(partial, target);
    return { bytes, tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0), files: files.length };
  } catch (error) {
    await output.close().catch(() => undefined);
    removePartial();
    throw error;
  } finally {
    process.off('exit', removePartial);
    await snapshot.close();
  }
}

async function addTables(zip: Archive, snapshot: Awaited<ReturnType<typeof openSnapshot>>): Promise<Manifest['tables']> {
  const tables: Manifest['tables'] = [];
  for (const table of snapshot.tables) {
    const tally = newTally();
    await zip.add(tableFile(table.name), webStream(tally.through(snapshot.rows(table))));
    tables.push({ ...table, ...tally.end() });
  }
  return tables;
}

async function addFiles(zip: Archive, store: Installation['files']): Promise<Manifest['files']> {
  const files: Manifest['files'] = [];
  for (const key of await store.listPublishedBefore(0)) {
    const body = await store.read(key);
    // it may have been removed since the listing
    if (!body) continue;
    const tally = newTally();
    await zip.add(storedFile(key), webStream(tally.through(body)), { level: 0 });
    files.push({ key, sha256: tally.end().sha256 });
  }
  return files;
}

/** Renames the finished archive and syncs its folder, so that the name is durable. */
async function renameDurably(partial: string, target: string) {
  await rename(partial, target);
  const folder = await open(path.dirname(path.resolve(target)));
  await folder.sync().finally(() => folder.close());
}

/** Counts lines and hashes bytes of a stream. */
export function newTally() {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    async *through(body: AsyncIterable<Uint8Array>) {
      for await (const chunk of body) {
        hash.update(chunk);
        // COPY escapes newlines within a row
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows++;
        yield chunk;
      }
    },
    end: () => ({ rows, sha256: hash.digest('hex') }),
  };
}

/** The ZIP library accepts only web streams. */
const webStream = (body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(body)) as unknown as ReadableStream<Uint8Array>;

const FOLDER = 'backups';

/** Names sort by time. */
const NAME = /^suyuan-\d{8}-\d{6}\.zip$/;
/** A backup in progress or left by a killed process. */
const PARTIAL = /^suyuan-\d{8}-\d{6}\.zip\.partial$/;
/** Milliseconds (a day) after which a partial backup counts as abandoned. */
const ABANDONED_AFTER_MS = 86_400_000;

/** Makes a backup without the master key and removes all but the newest `keep`. */
export async function makeScheduledBackup(
  installation: Installation,
  keep: number,
): Promise<{ name: string; bytes: number; removed: number }> {
  const folder = path.join(installation.dataDir, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeAbandoned(folder);
  const name = `suyuan-${timestamp()}.zip`;
  const { bytes } = await backup(installation, path.join(folder, name), false);
  // always keep the new backup, even if other names sort later
  const others = (await readdir(folder)).filter((each) => NAME.test(each) && each !== name).sort();
  const expired = others.slice(0, Math.max(0, others.length - Math.max(0, keep - 1)));
  for (const each of expired) await rm(path.join(folder, each), { force: true });
  return { name, bytes, removed: expired.length };
}

/** Removes partial backups of killed processes, which would fill the disk. */
async function removeAbandoned(folder: string) {
  for (const each of (await readdir(folder)).filter((name) => PARTIAL.test(name))) {
    const file = path.join(folder, each);
    const { mtimeMs } = await stat(file);
    if (mtimeMs < Date.now() - ABANDONED_AFTER_MS) await rm(file, { force: true });
  }
}

/** Current time in Asia/Shanghai as `20260131-020000`. */
const timestamp = () => timeOf(now()).replace(/[-:]/g, '').replace(' ', '-');
