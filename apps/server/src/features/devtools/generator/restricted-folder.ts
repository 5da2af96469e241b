import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Problem } from '../../../platform/problem.ts';

/** Maximum bytes of a source file. */
const MAX_FILE_BYTES = 2_000_000;

/** File access restricted to one folder. */
export interface RestrictedFolder {
  /** Undefined if the file does not exist. @throws genPathOutside */
  read(file: string): Promise<string | undefined>;
  /** Writes a file atomically. @throws genPathOutside */
  write(file: string, text: string): Promise<void>;
}

/**
 * Restricts access to the folder `subfolder` of `root`. Symbolic links, parent segments and special files are refused.
 * @throws genPathOutside
 */
export async function restrictToFolder(root: string, subfolder = '/'): Promise<RestrictedFolder> {
  const base = await realpath(root);
  const baseParts = splitPath(subfolder);
  await walk(base, baseParts, false);
  // walk from the root each time, because a folder may have become a link since
  const resolveParts = (file: string) => {
    const parts = splitPath(file);
    if (parts.length === 0) throw new Problem('genPathOutside', { path: file });
    return [...baseParts, ...parts];
  };
  return {
    async read(file) {
      const parts = resolveParts(file);
      if (!(await walk(base, parts.slice(0, -1), false))) return undefined;
      const target = path.join(base, ...parts);
      if (!(await isSourceFile(target, file))) return undefined;
      return readFile(target, { encoding: 'utf8', flag: constants.O_RDONLY | constants.O_NOFOLLOW });
    },
    async write(file, text) {
      const parts = resolveParts(file);
      await walk(base, parts.slice(0, -1), true);
      const target = path.join(base, ...parts);
      await isSourceFile(target, file);
      const draft = `${target}.${randomUUID()}`;
      try {
        // `wx` creates a file and follows no link
        await writeFile(draft, text, { flag: 'wx', mode: 0o644 });
        await rename(draft, target);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
  };
}

const undefinedIfMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined;
  throw error;
};

/** Splits a path into names. @throws genPathOutside if a segment is not a plain name */
function splitPath(file: string): string[] {
  const parts = file.split('/').filter(Boolean);
  if (file.includes('\\') || file.includes('\0') || parts.some((part) => part === '.' || part === '..' || part.length > 200))
    throw new Problem('genPathOutside', { path: file });
  return parts;
}

/** Descends folder by folder. Creates missing ones, or returns false. */
async function walk(base: string, parts: readonly string[], createMissing: boolean): Promise<boolean> {
  let folder = base;
  for (const part of parts) {
    folder = path.join(folder, part);
    if (createMissing)
      await mkdir(folder).catch((error: NodeJS.ErrnoException) => (error.code === 'EEXIST' ? undefined : Promise.reject(error)));
    const stats = await lstat(folder).catch(undefinedIfMissing);
    if (!stats) return false;
    if (!stats.isDirectory()) throw new Problem('genPathOutside', { path: parts.join('/') });
  }
  return true;
}

/** Whether it exists. @throws genPathOutside if it is no regular file, or too large */
async function isSourceFile(target: string, file: string): Promise<boolean> {
  const stats = await lstat(target).catch(undefinedIfMissing);
  if (stats && (!stats.isFile() || stats.size > MAX_FILE_BYTES)) throw new Problem('genPathOutside', { path: file });
  return stats !== undefined;
}
