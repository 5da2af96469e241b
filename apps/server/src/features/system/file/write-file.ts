import { createHash, randomBytes } from 'node:crypto';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { UnpublishedFile } from './receive-file.ts';

export type FileMetadata = Pick<UnpublishedFile, 'originalName' | 'ending' | 'type'>;

/** Streams a generated file to the store; memory use does not depend on its length. */
export function writeFile(store: FileStore, source: AsyncIterable<Uint8Array>, metadata: FileMetadata): Promise<UnpublishedFile> {
  const name = randomBytes(16).toString('hex');
  return store.receive(name, async (file) => {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.length;
      hash.update(chunk);
      await file.write(chunk);
    }
    return { ...metadata, name, bytes, sha256: hash.digest() };
  });
}
