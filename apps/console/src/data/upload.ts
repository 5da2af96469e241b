import { PICTURE_BYTES, pictureEndings, type UploadAnswer } from '@suyuan/contract';
import { refusalOf } from './refusal.ts';
import { envelope } from './request.ts';
import { apiUrl } from './site-config.ts';
import { say } from './words.ts';

/** What a file dialog offers where a picture is wanted. */
export const PICTURES = pictureEndings.map((ending) => `.${ending}`).join(',');

const isPicture = ({ type, name }: File) =>
  type.startsWith('image/') || pictureEndings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));

/**
 * What is wrong with a file before it is sent; undefined where nothing is.
 * @param accept endings that are wanted, as a file dialog offers them: it lets others be chosen all the same
 */
export function faultOf(file: File, limit = PICTURE_BYTES, accept?: string): string | undefined {
  const name = file.name.toLowerCase();
  const wanted = accept?.split(',');
  // one without an ending, as some phones name a picture, is judged by the server by what it holds
  if (wanted && name.includes('.') && !wanted.some((ending) => name.endsWith(ending)))
    return say('problem.fileTypeWrong', { file: file.name, allowed: wanted.map((ending) => ending.slice(1)).join(say('kit.joint')) });
  if (file.size < limit) return undefined;
  return isPicture(file) ? say('editor.pictureLimit') : say('editor.fileLimit', { max: Math.round(limit / 1_048_576) });
}

/**
 * Uploads one file and answers its address without a host, so that a text that names it can move with the site.
 * A refusal is an `Error` with the sentence to show: "upload failed", then the server's own.
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
