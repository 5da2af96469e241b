import { batches, type CodeManifest } from '@suyuan/contract';
import { hosts } from '../../../kit/hosts.ts';
import { refusalOf } from '../../../kit/refusal.ts';
import { request } from '../../../kit/request.ts';
import { say } from '../../../kit/words.ts';

/** Saves the manifest of a file beside it, as the printing house reads it: without our envelope. */
export async function saveManifest(batchId: number, exportId: number): Promise<void> {
  try {
    const manifest = await request<CodeManifest>('GET', `${batches.path}/${batchId}/exports/${exportId}/manifest`);
    const url = URL.createObjectURL(new Blob([`${JSON.stringify(manifest, null, 2)}\n`], { type: 'application/json' }));
    Object.assign(document.createElement('a'), { href: url, download: `${manifest.file}.manifest.json` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.code !== 401) hosts.tell('error', refusal?.msg ?? say('kit.downloadFailed'), refusal?.detail);
  }
}
