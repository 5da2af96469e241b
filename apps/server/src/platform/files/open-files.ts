import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import type { S3Place } from './s3-store.ts';

/** The store of this installation: a bucket where one is named, else a folder of its own disk. What speaks to buckets is loaded only then. */
export async function openFiles({ s3 }: { s3: S3Place | undefined }, dataDir: string): Promise<FileStore> {
  if (!s3) return folderStore(dataDir);
  const { s3Store } = await import('./s3-store.ts');
  return s3Store(s3);
}
