import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Problem } from '../../../platform/http/problem.ts';

/** Maximum bytes of a source file. */
const LARGEST = 2_000_000;

/** File access restricted to one folder. */
export interface Fence {
  /** Undefined if the file does not exist. @throws genPathOutside */
  read(file: string): Promise<string | undefined>;
  /** Writes a file atomically. @throws genPathOutside */
  write(file: string, text: string): Promise<void>;
}

/**
 * Restricts access to the folder `below` of `root`. Symbolic links, parent segments and special files are refused.
 * @throws genPathOutside
 */
export async function fence(root: string, below = '/'): Promise<Fence> {
  const base = await realpath(root);
  const under = steps(below);
  await walk(base, under, false);
  // walk from the root each time, because a folder may have become a link since
  const placed = (file: string) => {
    const parts = steps(file);
    if (parts.length === 0) throw new Problem('genPathOutside', { path: file });
    return [...under, ...parts];
  };
  return {
    async read(file) {
      const parts = placed(file);
      if (!(await walk(base, parts.slice(0, -1), false))) return undefined;
      return readPlain(path.join(base, ...parts), file);
    },
    async write(file, text) {
      const parts = placed(file);
      await walk(base, parts.slice(0, -1), true);
      const target = path.join(base, ...parts);
      const there = await lstat(target).catch(none);
      if (there && !there.isFile()) throw new Problem('genPathOutside', { path: file });
      const draft = `${target}.${randomUUID()}`;
      const handle = await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o644);
      try {
        await handle.writeFile(text);
        await handle.close();
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
  };
}

const none = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined;
  throw error;
};

/** Splits a path into names. @throws genPathOutside if a segment is not a plain name */
function steps(file: string): string[] {
  const parts = file.split('/').filter(Boolean);
  if (file.includes('\\') || file.includes('\0') || parts.some((part) => part === '.' || part === '..' || part.length > 200))
    throw new Problem('genPathOutside', { path: file });
  return parts;
}

/** Descends folder by folder. Creates missing ones, or returns false. */
async function walk(base: string, parts: readonly string[], making: boolean): Promise<boolean> {
  let at = base;
  for (const part of parts) {
    at = path.join(at, part);
    if (making) await mkdir(at).catch((error: NodeJS.ErrnoException) => (error.code === 'EEXIST' ? undefined : Promise.reject(error)));
    const there = await lstat(at).catch(none);
    if (!there) return false;
    if (!there.isDirectory()) throw new Problem('genPathOutside', { path: parts.join('/') });
  }
  return true;
}

async function readPlain(target: string, file: string): Promise<string | undefined> {
  const there = await lstat(target).catch(none);
  if (!there) return undefined;
  if (!there.isFile() || there.size > LARGEST) throw new Problem('genPathOutside', { path: file });
  let handle: FileHandle | undefined;
  try {
    handle = await open(target, constants.O_RDONLY | constants.O_NOFOLLOW);
    return await handle.readFile('utf8');
  } finally {
    await handle?.close();
  }
}
