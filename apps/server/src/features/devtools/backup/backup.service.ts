import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { configure, ZipWriter } from '@zip.js/zip.js';
import { now } from '../../../platform/db/clock.ts';
import { directUrlOf, ownerUrlOf } from '../../../platform/db/connect.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { KEY, MANIFEST, type Manifest, storedFile, tableFile } from './manifest.ts';
import { openSnapshot } from './snapshot.queries.ts';

configure({ useWebWorkers: false });

export interface Backup {
  bytes: number;
  tables: number;
  rows: number;
  files: number;
}

/**
 * Writes an archive with a consistent snapshot of all tables, all stored files and, on request, the master key. Without the key, codes
 * cannot be printed from it. The target file appears only when complete.
 */
export async function backup(installation: Installation, target: string, withKey: boolean): Promise<Backup> {
  const { db, files: store, masterKey } = installation;
  const partial = `${target}.partial`;
  const snapshot = await openSnapshot(ownerUrlOf(db) ?? directUrlOf(db) ?? '');
  const output = await open(partial, 'w', 0o600).catch(async (error: unknown) => {
    await snapshot.close();
    throw error;
  });
  try {
    // `appendFile` writes the whole chunk or throws; a single write may be partial, as on a full disk
    const zip = new ZipWriter(new WritableStream<Uint8Array>({ write: (chunk) => output.appendFile(chunk) }), {
      level: 1,
      zip64: true,
      bufferedWrite: false,
    });
    const tables: Manifest['tables'] = [];
    for (const table of snapshot.tables) {
      const tally = newTally();
      await zip.add(tableFile(table.name), webStream(tally.through(snapshot.rows(table))));
      tables.push({ ...table, ...tally.end() });
    }
    // copying files may take hours, and an open snapshot blocks vacuum
    await snapshot.close();
    const files: Manifest['files'] = [];
    for (const key of await store.listPublishedBefore(0)) {
      const body = await store.read(key);
      // it may have been removed since the listing
      if (!body) continue;
      const tally = newTally();
      await zip.add(storedFile(key), webStream(tally.through(body)), { level: 0 });
      files.push({ key, sha256: tally.end().sha256 });
    }
    if (withKey) await zip.add(KEY, webStream([masterKey]), { level: 0 });
    const { sequences, migrations } = snapshot;
    const manifest: Manifest = {
      product: 'suyuan',
      format: 1,
      createTime: new Date(now()).toISOString(),
      migrations,
      tables,
      sequences,
      files,
      key: withKey,
    };
    await zip.add(MANIFEST, webStream([Buffer.from(JSON.stringify(manifest))]));
    await zip.close();
    await output.sync();
    const { size: bytes } = await output.stat();
    await output.close();
    await renameDurably(partial, target);
    return { bytes, tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0), files: files.length };
  } catch (error) {
    await output.close().catch(() => undefined);
    await rm(partial, { force: true });
    throw error;
  } finally {
    await snapshot.close();
  }
}

/** Renames the finished archive and syncs its folder, so that the name is durable. */
async function renameDurably(partial: string, target: string) {
  await rename(partial, target);
  const folder = await open(path.dirname(path.resolve(target)));
  await folder.sync().finally(() => folder.close());
}

/** Counts lines and hashes bytes of a stream. */
function newTally() {
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
