import { PICTURE_BYTES, pictureEndings, type UploadAnswer } from '@suyuan/contract';
import { asApiError } from './api-error.ts';
import { translate } from './i18n.ts';
import { fetchEnvelope } from './request.ts';
import { apiUrl } from './site-config.ts';

export const IMAGE_EXTENSIONS = pictureEndings.map((ending) => `.${ending}`).join(',');

const isImage = ({ type, name }: File) =>
  type.startsWith('image/') || pictureEndings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));

/**
 * Undefined if the file is valid.
 * @param accept allowed extensions; file dialogs let users choose others
 */
export function validateFile(file: File, limit = PICTURE_BYTES, accept?: string): string | undefined {
  const name = file.name.toLowerCase();
  const allowedExtensions = accept?.split(',');
  // without an extension, as for pictures of some phones, the server checks the content
  if (allowedExtensions && name.includes('.') && !allowedExtensions.some((ending) => name.endsWith(ending)))
    return translate('problem.fileTypeWrong', {
      file: file.name,
      allowed: allowedExtensions.map((ending) => ending.slice(1)).join(translate('kit.joint')),
    });
  if (file.size < limit) return undefined;
  return isImage(file) ? translate('editor.pictureLimit') : translate('editor.fileLimit', { max: Math.round(limit / 1_048_576) });
}

/**
 * The URL has no host, so that stored texts survive a change of domain.
 * Rejects with an `Error` whose message can be displayed.
 */
export async function upload(file: File): Promise<string> {
  const body = new FormData();
  body.append('file', file, file.name || 'picture.png');
  try {
    const { fileName } = await fetchEnvelope<UploadAnswer>('POST', '/common/upload', body);
    return apiUrl(fileName);
  } catch (error) {
    const refusal = asApiError(error);
    throw new Error(translate('editor.uploadFailed', { reason: refusal?.detail ?? refusal?.msg ?? '' }), { cause: error });
  }
}
