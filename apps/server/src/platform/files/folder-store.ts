import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type FileStore, proved } from './file-store.ts';

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Files on the local disk. A kill at any moment leaves no partial file. */
export function folderStore(dataDir: string): FileStore {
  const kept = path.join(dataDir, 'files');
  const arriving = path.join(dataDir, 'files-arriving');
  const place = (key: string) => path.join(kept, proved(key));
  const older = async (file: string, seconds: number) => {
    const found = await stat(file).catch(() => undefined);
    return found?.isFile() === true && found.mtimeMs < Date.now() - seconds * 1000;
  };

  return {
    place: kept,
    async receive(name, write) {
      await mkdir(arriving, { recursive: true });
      const file = await open(path.join(arriving, name), 'wx', 0o600);
      try {
        // a single write may be short without an error, as on a full disk; appendFile continues
        const answer = await write({ write: (chunk) => file.appendFile(chunk) });
        await file.sync();
        return answer;
      } catch (error) {
        await rm(path.join(arriving, name), { force: true });
        throw error;
      } finally {
        await file.close();
      }
    },
    async keep(name, key) {
      const target = place(key);
      await mkdir(path.dirname(target), { recursive: true });
      await rename(path.join(arriving, name), target);
      // the name is durable once its folder is synced
      const folder = await open(path.dirname(target));
      await folder.sync().finally(() => folder.close());
    },
    discard: (name) => rm(path.join(arriving, name), { force: true }),
    async read(key, span) {
      const file = await open(place(key)).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      return file && createReadStream('', { fd: file, ...(span && { start: span.start, end: span.end - 1 }) });
    },
    remove: (key) => rm(place(key), { force: true }),
    async sweep(seconds) {
      const names = await readdir(arriving).catch(() => []);
      for (const name of names) if (await older(path.join(arriving, name), seconds)) await rm(path.join(arriving, name), { force: true });
    },
    async keptBefore(seconds) {
      const names = await readdir(kept, { recursive: true }).catch(() => []);
      const old: string[] = [];
      for (const name of names) if (await older(path.join(kept, name), seconds)) old.push(name.split(path.sep).join('/'));
      return old;
    },
    isThere: () =>
      access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK).then(
        () => true,
        () => false,
      ),
  };
}
