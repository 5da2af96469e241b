import { openAsBlob } from 'node:fs';
import { PassThrough, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as zip from '@zip.js/zip.js';
import { directUrlOf, onOwner, ownerUrlOf } from '../../../platform/db/connect.ts';
import { layoutOf } from '../../../platform/db/distribute.ts';
import { isUnreleased, migrate, migrationNames } from '../../../platform/db/migrate.ts';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import * as queries from './backup.queries.ts';
import { KEY, MANIFEST, Manifest, newTally, storedFile, tableFile } from './backup.service.ts';

export interface RestoreResult {
  tables: number;
  rows: number;
  files: number;
  /** Skipped tables: not part of this product, and with a definition that is not trusted. */
  skippedTables: string[];
  /** Master key of the archive; undefined if it has none. */
  key: Buffer | undefined;
}

/**
 * Restores an archive of this or an earlier release into an unused database. Tables and files are checked against the manifest. Files come
 * first, then the key; all rows are committed last, so an interrupted restore can be repeated.
 * @param storeKey stores the archive's key durably, if it has one
 * @throws OperatorError if the database is in use, or the archive is invalid, newer or damaged
 */
export async function restore(
  { db, files }: Installation,
  source: string,
  storeKey: (key: Buffer) => Promise<void> | void = () => {},
): Promise<RestoreResult> {
  const reader = new zip.ZipReader(new zip.BlobReader(await openArchive(source)));
  const entries = new Map(
    (await reader.getEntries().catch(refuseUnknownFormat)).flatMap((entry) =>
      entry.directory ? [] : [[entry.filename, entry as zip.FileEntry]],
    ),
  );
  const manifest = await readManifest(entries);
  if (!(await queries.isUnused(db)))
    refuse(
      '这个数据库已经有人在用；恢复到一个空的数据库，例如换一个 DATA_DIR',
      'this database is in use; restore into an empty one, such as that of another DATA_DIR',
    );
  if ((await layoutOf(db)) === 'cluster')
    refuse(
      '这个数据库分布在 Citus 的工作节点上，不能恢复到这里；先运行 undistribute，恢复之后再运行 distribute',
      'this database is distributed over the workers of Citus and takes no archive; run undistribute first, and distribute after the restore',
    );

  await restoreFiles(files, entries, manifest.files);
  const key = manifest.key ? await bytesOf(entryOf(entries, KEY)) : undefined;
  await onOwner(db, queries.clear);
  await migrate(db, { only: manifest.migrations });
  const skippedTables: string[] = [];
  const loader = await queries.openLoader(ownerUrlOf(db) ?? directUrlOf(db) ?? '');
  try {
    for (const { name, columns, parent, bound, rows, sha256, definition } of manifest.tables) {
      if (parent && bound) await loader.ensurePartition(name, parent, bound);
      else if (!(await loader.ensureTable(name, definition))) {
        skippedTables.push(name);
        continue;
      }
      const copy = loader.copyInto(name, columns);
      const tally = await streamEntry(entryOf(entries, tableFile(name)), copy as unknown as Writable);
      if (tally.rows !== rows || tally.sha256 !== sha256)
        refuse(`备份中的表 ${name} 已损坏；换一份备份`, `the table ${name} of the archive is damaged; take another archive`);
    }
    for (const { name, value } of manifest.sequences) await loader.setSequence(name, value);
    await loader.reopenSteps(manifest.migrationSteps);
    if (key) await storeKey(key);
    await loader.commit();
  } finally {
    await loader.end();
  }
  await migrate(db);
  await reader.close();
  const tables = manifest.tables.filter(({ name }) => !skippedTables.includes(name));
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return { tables: tables.length, rows, files: manifest.files.length, skippedTables, key };
}

/** Opens the archive; a missing file fails at once. */
async function openArchive(source: string) {
  try {
    return await openAsBlob(source);
  } catch {
    return refuse(`读不到 ${source}；检查路径和权限`, `${source} cannot be read: look at its path and rights`);
  }
}

type Entries = Map<string, zip.FileEntry>;

async function readManifest(entries: Entries): Promise<Manifest> {
  const text = (await bytesOf(entries.get(MANIFEST) ?? refuseUnknownFormat())).toString();
  const manifest = Manifest.safeParse(parseJson(text)).data ?? refuseUnknownFormat();
  if (isUnreleased(manifest.migrations))
    refuse(
      '备份来自从未发布的 0.1 版，不能恢复；从空的数据库开始',
      'the archive is of version 0.1, which was never released, and cannot be restored; start with an empty database',
    );
  const unknownMigration = manifest.migrations.find((name) => !migrationNames.includes(name));
  if (unknownMigration)
    refuse(
      `备份来自更新的版本（${unknownMigration}）；用那个版本恢复`,
      `the archive is of a newer release (${unknownMigration}); restore it by that one`,
    );
  return manifest;
}

async function restoreFiles(store: FileStore, entries: Entries, files: Manifest['files']) {
  for (const [index, { key, sha256 }] of files.entries()) {
    const name = `restore-${process.pid}-${index}`;
    await store.receive(name, async (sink) => {
      const tally = await streamEntry(
        entryOf(entries, storedFile(key)),
        chunkWriter((chunk) => sink.write(chunk)),
      );
      if (tally.sha256 !== sha256)
        refuse(`备份中的文件 ${key} 已损坏；换一份备份`, `the file ${key} of the archive is damaged; take another archive`);
    });
    await store.publish(name, key);
  }
}

/** Streams an entry into `target`. Returns its line count and SHA-256. */
async function streamEntry(entry: zip.FileEntry, target: Writable) {
  const [tally, content] = [newTally(), new PassThrough()];
  const completion = pipeline(content, tally.through, target);
  try {
    await Promise.all([completion, entry.getData(Writable.toWeb(content) as WritableStream<Uint8Array>)]);
  } catch (cause) {
    if (!isDamage(cause)) throw cause;
    refuse(`备份中的 ${entry.filename} 已损坏；换一份备份`, `${entry.filename} of the archive is damaged; take another archive`);
  }
  return tally.end();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Errors of the ZIP library about its input, and rows that PostgreSQL cannot read (class 22) or that contradict each other (23). */
const isDamage = (error: unknown) =>
  error instanceof Error && ('code' in error ? /^2[23]/.test(String(error.code)) : damageMessages.has(error.message));

const damageMessages = new Set([
  zip.ERR_AMBIGUOUS_ARCHIVE,
  zip.ERR_BAD_FORMAT,
  zip.ERR_ENTRY_DATA_OUT_OF_BOUNDS,
  zip.ERR_INVALID_COMPRESSED_DATA,
  zip.ERR_INVALID_CRC32,
  zip.ERR_INVALID_UNCOMPRESSED_SIZE,
  zip.ERR_LOCAL_FILE_HEADER_NOT_FOUND,
  zip.ERR_UNSUPPORTED_COMPRESSION,
]);

async function bytesOf(entry: zip.FileEntry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await streamEntry(
    entry,
    chunkWriter(async (chunk) => chunks.push(chunk)),
  );
  return Buffer.concat(chunks);
}

/** A stream that waits for each chunk to be processed. */
const chunkWriter = (handleChunk: (chunk: Buffer) => Promise<unknown>) =>
  new Writable({
    write(chunk: Buffer, _encoding, next) {
      handleChunk(chunk).then(() => next(), next);
    },
  });

const entryOf = (entries: Entries, name: string) =>
  entries.get(name) ?? refuse(`备份中缺少 ${name}；换一份备份`, `the archive lacks ${name}; take another archive`);

const refuseUnknownFormat = (): never =>
  refuse('这不是溯源防伪系统的备份文件；换一个文件', 'this is no archive of Suyuan; name another file');

function refuse(chinese: string, english: string): never {
  throw new OperatorError(chinese, english, { exitCode: 1 });
}
