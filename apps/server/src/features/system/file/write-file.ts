import { createHash, randomBytes } from 'node:crypto';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { Received } from './receive-file.ts';

/** What a file of our own making is, beside its bytes. */
export type Generated = Pick<Received, 'originalName' | 'ending' | 'type'>;

/** Writes a file as it is made, however long: no more of it is held in memory than the part that just came. */
export function writeFile(store: FileStore, source: AsyncIterable<Uint8Array>, made: Generated): Promise<Received> {
  const name = randomBytes(16).toString('hex');
  return store.receive(name, async (file) => {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.length;
      hash.update(chunk);
      await file.write(chunk);
    }
    return { ...made, name, bytes, sha256: hash.digest() };
  });
}
