import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type FileStore, validateKey } from './file-store.ts';
import type { S3Location } from './s3-store.ts';

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Files on the local disk. A kill at any moment leaves no partial file. */
export function folderStore(dataDir: string): FileStore {
  const publishedDir = path.join(dataDir, 'files');
  const incomingDir = path.join(dataDir, 'files-arriving');
  const pathOf = (key: string) => path.join(publishedDir, validateKey(key));
  const isOlder = async (file: string, seconds: number) => {
    const stats = await stat(file).catch(() => undefined);
    return stats?.isFile() === true && stats.mtimeMs < Date.now() - seconds * 1000;
  };

  return {
    location: publishedDir,
    async receive(name, write) {
      await mkdir(incomingDir, { recursive: true });
      const file = await open(path.join(incomingDir, name), 'wx', 0o600);
      try {
        // a single write may be short without an error, as on a full disk; appendFile continues
        const result = await write({ write: (chunk) => file.appendFile(chunk) });
        await file.sync();
        return result;
      } catch (error) {
        await rm(path.join(incomingDir, name), { force: true });
        throw error;
      } finally {
        await file.close();
      }
    },
    async publish(name, key) {
      const target = pathOf(key);
      await mkdir(path.dirname(target), { recursive: true });
      await rename(path.join(incomingDir, name), target);
      // the name is durable once its folder is synced
      const folder = await open(path.dirname(target));
      await folder.sync().finally(() => folder.close());
    },
    discard: (name) => rm(path.join(incomingDir, name), { force: true }),
    async read(key, span) {
      const file = await open(pathOf(key)).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      return file && createReadStream('', { fd: file, ...(span && { start: span.start, end: span.end - 1 }) });
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    localPath: pathOf,
    async sweep(seconds) {
      const names = await readdir(incomingDir).catch(() => []);
      for (const name of names)
        if (await isOlder(path.join(incomingDir, name), seconds)) await rm(path.join(incomingDir, name), { force: true });
    },
    async listPublishedBefore(seconds) {
      const names = await readdir(publishedDir, { recursive: true }).catch(() => []);
      const keys: string[] = [];
      for (const name of names) if (await isOlder(path.join(publishedDir, name), seconds)) keys.push(name.split(path.sep).join('/'));
      return keys;
    },
    isAvailable: () =>
      access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
        () => true,
        () => false,
      ),
  };
}

/** A bucket if one is configured, else a local folder. The S3 client is loaded only if needed. */
export async function openFiles({ s3 }: { s3: S3Location | undefined }, dataDir: string): Promise<FileStore> {
  if (!s3) return folderStore(dataDir);
  const { s3Store } = await import('./s3-store.ts');
  return s3Store(s3);
}
