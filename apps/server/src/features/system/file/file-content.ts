import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { documentEndings, FILE_BYTES, FILE_NAME_LENGTH, PICTURE_BYTES, pictureEndings } from '@suyuan/contract';
import type { FileStore } from '../../../platform/files/file-store.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { Problem } from '../../../platform/problem.ts';
import * as queries from './file.queries.ts';
import { kindOf, pictureOf } from './file-kind.ts';
import { checkPicture } from './picture.ts';

const PAGE_SIZE = 500;

interface BrokenFile {
  path: string;
  fault: 'missing' | 'changed';
}

/** Compares every recorded file with its stored digest. Files removed meanwhile are skipped. */
export async function verifyDigests({
  db,
  files: store,
}: Pick<Installation, 'db' | 'files'>): Promise<{ files: number; broken: BrokenFile[] }> {
  const broken: BrokenFile[] = [];
  let files = 0;
  let after = '';
  for (;;) {
    const rows = await queries.listFrom(db, after, PAGE_SIZE);
    for (const { path, sha256 } of rows) {
      const body = await store.read(path);
      const hash = createHash('sha256');
      if (body) await pipeline(body, hash);
      const fault = !body ? 'missing' : hash.digest().equals(sha256) ? undefined : 'changed';
      if (fault && (await queries.findExisting(db, [path])).has(path)) broken.push({ path, fault });
      files++;
    }
    const last = rows.at(-1);
    if (!last) return { files, broken };
    after = last.path;
  }
}

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
export async function receive(
  store: FileStore,
  source: Readable | Buffer,
  submittedName: string,
  only: 'any' | 'picture',
): Promise<UnpublishedFile> {
  const originalName = plainName(submittedName);
  if ([...originalName].length > FILE_NAME_LENGTH) throw new Problem('fileNameTooLong', { max: FILE_NAME_LENGTH });
  const ending = /\.([^.]*)$/.exec(originalName)?.[1]?.toLowerCase() ?? '';
  const allowed: readonly string[] = only === 'picture' ? pictureEndings : [...pictureEndings, ...documentEndings];
  if (ending && !allowed.includes(ending)) throw new Problem('fileTypeWrong', { file: originalName, allowed });

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
      // only the content of a picture is checked as a whole
      if (picture || head.length < DETECTION_BYTES) chunks.push(chunk);
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
