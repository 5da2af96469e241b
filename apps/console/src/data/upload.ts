import { PICTURE_BYTES, pictureEndings, type UploadAnswer } from '@suyuan/contract';
import { refusalOf } from './refusal.ts';
import { envelope } from './request.ts';
import { apiUrl } from './site-config.ts';
import { say } from './words.ts';

export const PICTURES = pictureEndings.map((ending) => `.${ending}`).join(',');

const isPicture = ({ type, name }: File) =>
  type.startsWith('image/') || pictureEndings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));

/**
 * Undefined if the file is valid.
 * @param accept allowed extensions; file dialogs let users choose others
 */
export function faultOf(file: File, limit = PICTURE_BYTES, accept?: string): string | undefined {
  const name = file.name.toLowerCase();
  const wanted = accept?.split(',');
  // without an extension, as for pictures of some phones, the server checks the content
  if (wanted && name.includes('.') && !wanted.some((ending) => name.endsWith(ending)))
    return say('problem.fileTypeWrong', { file: file.name, allowed: wanted.map((ending) => ending.slice(1)).join(say('kit.joint')) });
  if (file.size < limit) return undefined;
  return isPicture(file) ? say('editor.pictureLimit') : say('editor.fileLimit', { max: Math.round(limit / 1_048_576) });
}

/**
 * The URL has no host, so that stored texts survive a change of domain.
 * Rejects with an `Error` whose message can be displayed.
 */
export async function upload(file: File): Promise<string> {
  const body = new FormData();
  body.append('file', file, file.name || 'picture.png');
  try {
    const { fileName } = await envelope<UploadAnswer>('POST', '/common/upload', body);
    return apiUrl(fileName);
  } catch (error) {
    const refusal = refusalOf(error);
    throw new Error(say('editor.uploadFailed', { reason: refusal?.detail ?? refusal?.msg ?? '' }), { cause: error });
  }
}
