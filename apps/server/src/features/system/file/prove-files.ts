import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Installation } from '../../../platform/http/installation.ts';
import * as queries from './file.queries.ts';

const PAGE_SIZE = 500;

interface BrokenFile {
  path: string;
  fault: 'missing' | 'changed';
}

/** Compares every recorded file with its stored digest. Files removed meanwhile are skipped. */
export async function prove({ db, files: store }: Pick<Installation, 'db' | 'files'>): Promise<{ files: number; broken: BrokenFile[] }> {
  const broken: BrokenFile[] = [];
  let files = 0;
  let after = '';
  for (;;) {
    const rows = await queries.listFrom(db, after, PAGE_SIZE);
    for (const { path, sha256 } of rows) {
      const body = await store.read(path);
      const hash = createHash('sha256');
      if (body) await pipeline(body, hash);
      const fault = !body ? 'missing' : hash.digest().equals(sha256) ? undefined : 'changed';
      if (fault && (await queries.findExisting(db, [path])).has(path)) broken.push({ path, fault });
      files++;
    }
    const last = rows.at(-1);
    if (!last) return { files, broken };
    after = last.path;
  }
}
