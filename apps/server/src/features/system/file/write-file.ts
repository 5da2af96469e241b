import { createHash, randomBytes } from 'node:crypto';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { Received } from './receive-file.ts';

export type Generated = Pick<Received, 'originalName' | 'ending' | 'type'>;

/** Streams a generated file to the store; memory use does not depend on its length. */
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
