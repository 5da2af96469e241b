import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import type { S3Location } from './s3-store.ts';

/** A bucket if one is configured, else a local folder. The S3 client is loaded only if needed. */
export async function openFiles({ s3 }: { s3: S3Location | undefined }, dataDir: string): Promise<FileStore> {
  if (!s3) return folderStore(dataDir);
  const { s3Store } = await import('./s3-store.ts');
  return s3Store(s3);
}
