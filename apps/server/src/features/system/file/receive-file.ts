import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { documentEndings, FILE_BYTES, FILE_NAME_LENGTH, PICTURE_BYTES, pictureEndings } from '@suyuan/contract';
import type { FileStore } from '../../../platform/files/file-store.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { kindOf, pictureOf } from './file-kind.ts';

import { checkPicture } from './picture-check.ts';

/** A complete, validated file that is not published yet. */
export interface UnpublishedFile {
  /** 32 random hex digits. The submitted name is never part of a path. */
  name: string;
  originalName: string;
  ending: string;
  type: string;
  bytes: number;
  sha256: Buffer;
}

/** Bytes read to detect the file type. */
const DETECTION_BYTES = 4096;

/**
 * Streams a file to the store and refuses it as soon as it exceeds the size limit.
 * @throws fileNameTooLong, fileTypeWrong, fileEmpty, pictureTooLarge, fileTooLarge, fileContentWrong, picturePixelsTooMany
 */
export async function receive(store: FileStore, source: Readable | Buffer, submittedName: string, only: 'any' | 'picture'): Promise<UnpublishedFile> {
  const originalName = plainName(submittedName);
  if ([...originalName].length > FILE_NAME_LENGTH) throw new Problem('fileNameTooLong', { max: FILE_NAME_LENGTH });
  const ending = /\.([^.]*)$/.exec(originalName)?.[1]?.toLowerCase() ?? '';
  const allowed: readonly string[] = only === 'picture' ? pictureEndings : [...pictureEndings, ...documentEndings];
  if (ending && !allowed.includes(ending)) throw new Problem('fileTypeWrong', { file: originalName, allowed: allowed.join('、') });

  const name = randomBytes(16).toString('hex');
  return store.receive(name, async (file) => {
    const hash = createHash('sha256');
    const chunks: Buffer[] = [];
    let bytes = 0;
    let head = Buffer.alloc(0);
    // keep the stream open after a refusal, so that the rest of the request can be drained
    const parts = Buffer.isBuffer(source) ? [source] : source.iterator({ destroyOnReturn: false });
    for await (const chunk of parts as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (head.length < DETECTION_BYTES) head = Buffer.concat([head, chunk.subarray(0, DETECTION_BYTES - head.length)]);
      const picture = only === 'picture' || pictureOf(head) !== undefined;
      if (picture && bytes >= PICTURE_BYTES) throw new Problem('pictureTooLarge');
      if (bytes > FILE_BYTES) throw new Problem('fileTooLarge', { max: '10 MB' });
      if (picture) chunks.push(chunk);
      else chunks.length = 0;
      hash.update(chunk);
      await file.write(chunk);
    }
    if (bytes === 0) throw new Problem('fileEmpty', { file: originalName });
    const kind = kindOf(ending, head);
    if (!kind || (only === 'picture' && !kind.picture)) throw new Problem('fileContentWrong', { file: originalName });
    if (kind.picture) await checkPicture(kind.ending, originalName, Buffer.concat(chunks));
    return { name, originalName, ending: kind.ending, type: kind.type, bytes, sha256: hash.digest() };
  });
}

/** The base name without control, format and surrogate characters. */
function plainName(submittedName: string): string {
  const last = submittedName.split(/[/\\]/).at(-1) ?? '';
  return last.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim() || 'file';
}
