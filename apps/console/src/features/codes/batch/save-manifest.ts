import { batches, type CodeManifest } from '@suyuan/contract';
import { shellServices } from '../../../data/hosts.ts';
import { asApiError, isSessionExpired } from '../../../data/refusal.ts';
import { request } from '../../../data/request.ts';
import { saveText } from '../../../data/save-text.ts';
import { translate } from '../../../data/words.ts';

/** Saves the manifest as the printing house reads it, without the API's response envelope. */
export async function saveManifest(batchId: number, exportId: number): Promise<void> {
  try {
    const manifest = await request<CodeManifest>('GET', `${batches.path}/${batchId}/exports/${exportId}/manifest`);
    saveText(`${JSON.stringify(manifest, null, 2)}\n`, `${manifest.file}.manifest.json`, 'application/json');
  } catch (error) {
    const apiError = asApiError(error);
    if (!isSessionExpired(error)) shellServices.notify('error', apiError?.msg ?? translate('kit.downloadFailed'), apiError?.detail);
  }
}
