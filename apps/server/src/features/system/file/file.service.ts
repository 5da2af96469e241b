import { Readable } from 'node:stream';
import type { UploadAnswer } from '@suyuan/contract';
import { now } from '../../../platform/db/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { afterCommit, inTransaction } from '../../../platform/db/transaction.ts';
import { byteRange, type Span } from '../../../platform/files/file-store.ts';
import type { Context } from '../../../platform/http/context.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { Problem } from '../../../platform/problem.ts';
import { dayOf } from '../../../platform/shanghai-time.ts';
import * as settingService from '../setting/setting.service.ts';
import * as queries from './file.queries.ts';
import { type FileMetadata, receive, type UnpublishedFile, writeFile } from './file-content.ts';
import { pictureOf } from './file-kind.ts';
import { pictureSize } from './picture.ts';

/** Purpose of a file, also the first segment of its path. */
type Purpose = 'upload' | 'avatar' | 'export' | 'codeList' | 'handover' | 'import';

interface StoredFile {
  /** Below `/api`, e.g. `/profile/avatar/2026/01/31/<32 hex digits>.png`. */
  fileName: string;
  originalName: string;
}

/** Publicly addressable paths. Others are refused without a database query. */
const PATH = /^(upload|avatar)\/\d{4}\/\d\d\/\d\d\/[0-9a-f]{32}\.[a-z0-9]{2,4}$/;
const NAME = /^[0-9a-f]{32}\.[a-z0-9]{2,4}$/;

/** A month, in seconds: retention of the lists of bulk actions. */
const MONTH = 2_592_000;

/** Maximum unreferenced uploads removed per sweep. */
const MAX_REMOVED = 1000;

/** A day, in seconds: retention of unreferenced files. */
const DAY = 86_400;

export { verifyDigests } from './file-content.ts';

/** Receives an uploaded file. `publish` publishes it. */
export const receiveUpload = ({ installation }: Context, source: Readable, name: string, only: 'any' | 'picture' = 'any') =>
  receive(installation.files, source, name, only);

/** Writes a generated file. `publish` publishes it. */
export const generate = (installation: Pick<Installation, 'files'>, source: AsyncIterable<Uint8Array>, metadata: FileMetadata) =>
  writeFile(installation.files, source, metadata);

/** Purposes that count towards a user's quota. */
const QUOTA_PURPOSES: readonly Purpose[] = ['upload', 'avatar'];
const MEGABYTE = 1_048_576;

/** @throws uploadSpaceUsed, uploadSpaceFull if the user or all users exceed the quota settings */
async function validateQuota(db: Db, userId: number) {
  const userLimit = await settingService.number(db, 'suyuan.upload.userMegabytes', 2048);
  const totalLimit = await settingService.number(db, 'suyuan.upload.totalGigabytes', 100);
  const { own, total } = await queries.usage(db, userId);
  if (userLimit > 0 && own > userLimit * MEGABYTE) throw new Problem('uploadSpaceUsed', { max: userLimit });
  if (totalLimit > 0 && total > totalLimit * 1024 * MEGABYTE) throw new Problem('uploadSpaceFull', { max: totalLimit });
}

/** Publishes received files, all or none. @throws uploadSpaceUsed, uploadSpaceFull */
export const publish = (
  ctx: Pick<Context, 'db' | 'actor' | 'installation'>,
  files: UnpublishedFile[],
  purpose: Purpose,
): Promise<StoredFile[]> => inTransaction(ctx.db, (db) => publishIn({ ...ctx, db }, files, purpose));

async function publishIn(
  { db, actor, installation }: Pick<Context, 'db' | 'actor' | 'installation'>,
  files: UnpublishedFile[],
  purpose: Purpose,
): Promise<StoredFile[]> {
  const store = installation.files;
  const placed = files.map((file) => ({ file, path: `${purpose}/${today()}/${file.name}.${file.ending}` }));
  const rows = placed.map(({ file, path }) => ({
    path,
    originalName: file.originalName,
    contentType: file.type,
    bytes: file.bytes,
    sha256: file.sha256,
    createBy: actor.userId,
  }));
  await queries.insert(db, rows);
  if (QUOTA_PURPOSES.includes(purpose)) await validateQuota(db, actor.userId);
  for (const { file, path } of placed) await store.publish(file.name, path);
  return placed.map(({ file, path }) => ({ fileName: `/profile/${path}`, originalName: file.originalName }));
}

/** Like `publish`, for generated files that become a user's uploads. */
export const publishFor = (db: Db, installation: Installation, userId: number, files: UnpublishedFile[]) =>
  // the cast: storing a file needs only the user id
  publish({ db, installation, actor: { userId } as Context['actor'] }, files, 'upload');

export async function discardReceived({ installation }: Pick<Context, 'installation'>, files: UnpublishedFile[]) {
  for (const { name } of files) await installation.files.discard(name);
}

/** What makes two uploads the same. */
export const digestOf = (files: readonly UnpublishedFile[]) =>
  files.map(({ originalName, sha256 }) => [originalName, sha256.toString('hex')]);

/** Upload response for a stored file; `origin` may be empty. */
export const uploadAnswer = ({ fileName, originalName }: StoredFile, origin: string): UploadAnswer => ({
  url: `${origin}/api${fileName}`,
  fileName,
  newFileName: fileName.slice(fileName.lastIndexOf('/') + 1),
  originalFilename: originalName,
});

/** Maximum pixels of a public photo; decoding takes four bytes per pixel. */
const PHOTO_PIXELS = 50_000_000;

/** Whether the content is a JPEG, PNG or WebP with an acceptable number of pixels. */
export function isPhoto(bytes: Buffer): boolean {
  const kind = pictureOf(bytes)?.ending ?? '';
  const size = ['jpg', 'png', 'webp'].includes(kind) ? pictureSize(kind, bytes) : undefined;
  return size !== undefined && size.width * size.height <= PHOTO_PIXELS;
}

interface OpenFile {
  /** The requested part in `body`; `outside` if the range is not satisfiable and `body` is empty. */
  part?: Span | 'outside' | undefined;
  name: string;
  type: string;
  bytes: number;
  body: Readable;
}

/** Store path of a wire address `/profile/…`, with or without `/api`. */
export const pathOf = (address: string): string => address.replace(/^(\/api)?\/profile\//, '');

/** A public image; undefined if the file is missing or not an image. */
export async function openPicture(installation: Installation, path: string): Promise<OpenFile | undefined> {
  const file = PATH.test(path) ? await queries.find(installation.db, path) : undefined;
  return file?.contentType.startsWith('image/') ? open(installation, file) : undefined;
}

/** An uploaded file by its address, or the part of a `Range` header. @throws fileGone */
export async function openResource({ db, installation }: Context, address: string, range?: string): Promise<OpenFile> {
  const path = pathOf(address);
  const file = PATH.test(path) ? await queries.find(db, path) : undefined;
  return orFileGone(file && (await open(installation, file, range)));
}

/** The user's own file by its name. @throws fileGone */
export async function openOwn({ db, actor, installation }: Context, name: string): Promise<OpenFile> {
  const file = NAME.test(name) ? await queries.findOwn(db, name, actor.userId) : undefined;
  return orFileGone(file && (await open(installation, file)));
}

/** Content types by path. Missing files are omitted. */
export async function kindsOf(db: Db, paths: string[]): Promise<Map<string, string>> {
  const rows = paths.length > 0 ? await queries.listTypes(db, paths) : [];
  return new Map(rows.map(({ path, contentType }) => [path, contentType]));
}

/** An internal file by path; undefined if missing. */
export async function openStored(installation: Installation, path: string): Promise<OpenFile | undefined> {
  const file = await queries.find(installation.db, path);
  return file && open(installation, file);
}

/** Removes an internal file. Its content is removed after commit, at the latest by the sweep. */
export async function removeInternal({ db, installation }: Pick<Context, 'db' | 'installation'>, path: string): Promise<void> {
  await queries.removeAny(db, path);
  await afterCommit(db, () => installation.files.remove(path));
}

/** Removes the user's own file by address. Other files are left unchanged. */
export async function discard({ db, actor, installation }: Context, fileName: string): Promise<void> {
  const removed = await queries.remove(db, pathOf(fileName), actor.userId);
  if (removed) await installation.files.remove(removed.path);
}

/** Removes the user's own export by its name. Uploads stay, because records may reference them. */
export async function discardExport(ctx: Context, name: string): Promise<void> {
  const file = await queries.findOwn(ctx.db, name, ctx.actor.userId);
  if (file?.path.startsWith('export/')) await discard(ctx, file.path);
}

/**
 * Removes stored files without a record, left by aborted or rolled back uploads. Expired records are removed first, also those of
 * unreferenced uploads.
 */
export async function sweep({ db, files }: Pick<Installation, 'db' | 'files'>): Promise<void> {
  await queries.removeOld(db, 'export', DAY);
  // links to printing files are valid for seven days; an import expires after 30 days
  await queries.removeOld(db, 'handover', 8 * DAY);
  await queries.removeOld(db, 'import', 30 * DAY);
  await queries.removeImported(db, DAY);
  await queries.removeOld(db, 'codeList', MONTH);
  await inTransaction(db, (tx) => queries.removeUnreferenced(tx, DAY, MAX_REMOVED));
  await files.sweep(DAY);
  const old = await files.listPublishedBefore(DAY);
  for (let start = 0; start < old.length; start += 1000) {
    const chunk = old.slice(start, start + 1000);
    const recordedPaths = await queries.findExisting(db, chunk);
    for (const key of chunk) if (!recordedPaths.has(key)) await files.remove(key);
  }
}

async function open({ files }: Installation, row: FileRow, range?: string): Promise<OpenFile | undefined> {
  const { path, originalName, contentType, bytes } = row;
  const part = byteRange(range, bytes);
  const body = part === 'outside' ? Readable.from([]) : await files.read(path, part);
  return body && { name: originalName, type: contentType, bytes, body, part };
}
type FileRow = NonNullable<Awaited<ReturnType<typeof queries.find>>>;

/** Same error for missing files, files of other users and invalid addresses. */
function orFileGone<T>(file: T | undefined): T {
  if (file === undefined) throw new Problem('fileGone');
  return file;
}

/** `2026/01/31`, by the database's clock, so that all servers agree. */
const today = () => dayOf(now()).replaceAll('-', '/');
