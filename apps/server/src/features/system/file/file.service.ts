import { Readable } from 'node:stream';
import type { UploadAnswer } from '@suyuan/contract';
import { now } from '../../../platform/db/clock.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { afterCommit, inTransaction } from '../../../platform/db/transaction.ts';
import { byteRange } from '../../../platform/files/byte-range.ts';
import type { Span } from '../../../platform/files/file-store.ts';
import type { Context } from '../../../platform/http/context.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { dayOf } from '../../../platform/shanghai.ts';
import * as configService from '../setting/setting.service.ts';
import * as queries from './file.queries.ts';
import { pictureOf } from './file-kind.ts';
import { pictureSize } from './picture-size.ts';
import { type Received, receive } from './receive-file.ts';
import { removeUnreferenced } from './unreferenced.queries.ts';
import { type Generated, writeFile } from './write-file.ts';

/** What a file is for; also the first part of its path. */
type Purpose = 'upload' | 'avatar' | 'export' | 'codeList' | 'handover' | 'import';

interface StoredFile {
  /** Below `/api`, e.g. `/profile/avatar/2026/01/31/<32 hexadecimal digits>.png`. */
  fileName: string;
  originalName: string;
}

/** What a path looks like that others than its owner may ask for; anything else is nobody's, and the database is not asked for it. */
const PATH = /^(upload|avatar)\/\d{4}\/\d\d\/\d\d\/[0-9a-f]{32}\.[a-z0-9]{2,4}$/;
const NAME = /^[0-9a-f]{32}\.[a-z0-9]{2,4}$/;

/** A month, in seconds: how long a list of codes that something was done to can be looked at line by line. */
const MONTH = 2_592_000;

/** Uploads without a reference that one sweep removes at most. */
const UPLOADS_AT_ONCE = 1000;

/** A day, in seconds: what was uploaded by a process that died leaves nothing behind for longer. */
const DAY = 86_400;

export { prove } from './prove-files.ts';

/** Takes one file of an upload in; it becomes visible by `keep`. */
export const arrive = ({ installation }: Context, source: Readable, name: string, only: 'any' | 'picture' = 'any') =>
  receive(installation.files, source, name, only);

/** Writes a file of our own making; it becomes visible by `keep`. */
export const generate = (installation: Installation, source: AsyncIterable<Uint8Array>, made: Generated) =>
  writeFile(installation.files, source, made);

/** Purposes that count against the space of a user. */
const COUNTED: readonly Purpose[] = ['upload', 'avatar'];
const MEGABYTE = 1_048_576;

/** @throws uploadSpaceUsed, uploadSpaceFull where the user, or all users, store more than the settings allow */
async function validateSpace(db: Db, userId: number) {
  const ownMost = await configService.number(db, 'suyuan.upload.userMegabytes', 2048);
  const most = await configService.number(db, 'suyuan.upload.totalGigabytes', 100);
  const { own, total } = await queries.usage(db, userId);
  if (ownMost > 0 && own > ownMost * MEGABYTE) throw new Problem('uploadSpaceUsed', { max: ownMost });
  if (most > 0 && total > most * 1024 * MEGABYTE) throw new Problem('uploadSpaceFull', { max: most });
}

/** Makes received files visible, all or none of them. @throws uploadSpaceUsed, uploadSpaceFull */
export const keep = (ctx: Pick<Context, 'db' | 'actor' | 'installation'>, files: Received[], purpose: Purpose): Promise<StoredFile[]> =>
  inTransaction(ctx.db, (db) => keepIn({ ...ctx, db }, files, purpose));

async function keepIn(
  { db, actor, installation }: Pick<Context, 'db' | 'actor' | 'installation'>,
  files: Received[],
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
  if (COUNTED.includes(purpose)) await validateSpace(db, actor.userId);
  for (const { file, path } of placed) await store.keep(file.name, path);
  return placed.map(({ file, path }) => ({ fileName: `/profile/${path}`, originalName: file.originalName }));
}

/** As `keep`, of files of our own making that are somebody's uploads from here on. */
export const keepFor = (db: Db, installation: Installation, userId: number, files: Received[]) =>
  // the cast: of who asks, keeping a file needs the number alone
  keep({ db, installation, actor: { userId } as Context['actor'] }, files, 'upload');

/** Forgets what was received and is not to be kept. */
export async function forget({ installation }: Pick<Context, 'installation'>, files: Received[]) {
  for (const { name } of files) await installation.files.discard(name);
}

/** What the upload calls answer for one stored file; `origin` is where it was asked from, or empty. */
export const uploadAnswer = ({ fileName, originalName }: StoredFile, origin: string): UploadAnswer => ({
  url: `${origin}/api${fileName}`,
  fileName,
  newFileName: fileName.slice(fileName.lastIndexOf('/') + 1),
  originalFilename: originalName,
});

/** Pixels of a photo that anybody may send: decoded it takes four bytes of each. */
const PHOTO_PIXELS = 50_000_000;

/** Tells by its bytes whether a picture is a JPEG, PNG or WebP of a size that may be drawn. */
export function isPhoto(bytes: Buffer): boolean {
  const kind = pictureOf(bytes)?.ending ?? '';
  const size = ['jpg', 'png', 'webp'].includes(kind) ? pictureSize(kind, bytes) : undefined;
  return size !== undefined && size.width * size.height <= PHOTO_PIXELS;
}

interface OpenFile {
  /** The part of it that `body` is, where a part was asked for; `outside`: there is no such part, and `body` is empty. */
  part?: Span | 'outside' | undefined;
  name: string;
  type: string;
  bytes: number;
  body: Readable;
}

/** Where a file lies in the store, by its address as the wire has it: `/profile/…`, below `/api` or not. */
export const pathOf = (address: string): string => address.replace(/^(\/api)?\/profile\//, '');

/** A picture for anybody; undefined for what is none, or not there. */
export async function picture(installation: Installation, path: string): Promise<OpenFile | undefined> {
  const file = PATH.test(path) ? await queries.find(installation.db, path) : undefined;
  return file?.contentType.startsWith('image/') ? opened(installation, file) : undefined;
}

/** Any uploaded file by its address below `/profile`, or the part of it that a `Range` header asks for. @throws fileGone */
export async function resource({ db, installation }: Context, address: string, range?: string): Promise<OpenFile> {
  const path = pathOf(address);
  const file = PATH.test(path) ? await queries.find(db, path) : undefined;
  return there(file && (await opened(installation, file, range)));
}

/** A file of the asker's own, by the last part of its address. @throws fileGone */
export async function own({ db, actor, installation }: Context, name: string): Promise<OpenFile> {
  const file = NAME.test(name) ? await queries.findOwn(db, name, actor.userId) : undefined;
  return there(file && (await opened(installation, file)));
}

/** What the uploaded files at `paths` are, by path; those that are not there are not named. */
export async function kindsOf(db: Db, paths: string[]): Promise<Map<string, string>> {
  const rows = paths.length > 0 ? await queries.listTypes(db, paths) : [];
  return new Map(rows.map(({ path, contentType }) => [path, contentType]));
}

/** A file that a feature keeps for itself, by its path; undefined where it is not there. */
export async function stored(installation: Installation, path: string): Promise<OpenFile | undefined> {
  const file = await queries.find(installation.db, path);
  return file && opened(installation, file);
}

/** Removes such a file, if it is there: its bytes once that is committed, at the latest when the disk is tidied. */
export async function drop({ db, installation }: Pick<Context, 'db' | 'installation'>, path: string): Promise<void> {
  await queries.removeAny(db, path);
  await afterCommit(db, () => installation.files.remove(path));
}

/** Removes a file of the asker's own by its address; one that is not there, or another's, is left as it is. */
export async function discard({ db, actor, installation }: Context, fileName: string): Promise<void> {
  const removed = await queries.remove(db, pathOf(fileName), actor.userId);
  if (removed) await installation.files.remove(removed.path);
}

/** Removes a file of the asker's own by the last part of its address. */
export async function discardOwn(ctx: Context, name: string): Promise<void> {
  const file = await queries.findOwn(ctx.db, name, ctx.actor.userId);
  if (file) await discard(ctx, file.path);
}

/**
 * Removes from the store what no row names: what a killed upload left, and what a rolled back one had kept. Exports that
 * nobody fetched within a day lose their rows first, and so do uploads of a day ago that nothing refers to.
 */
export async function sweep({ db, files }: Pick<Installation, 'db' | 'files'>): Promise<void> {
  await queries.removeOld(db, 'export', DAY);
  // links to hand-overs work for seven days; an import that nobody works on for a month is given up
  await queries.removeOld(db, 'handover', 8 * DAY);
  await queries.removeOld(db, 'import', 30 * DAY);
  await queries.removeTakenIn(db, DAY);
  await queries.removeOld(db, 'codeList', MONTH);
  await inTransaction(db, (tx) => removeUnreferenced(tx, DAY, UPLOADS_AT_ONCE));
  await files.sweep(DAY);
  const old = await files.keptBefore(DAY);
  for (let at = 0; at < old.length; at += 1000) {
    const some = old.slice(at, at + 1000);
    const known = await queries.known(db, some);
    for (const key of some) if (!known.has(key)) await files.remove(key);
  }
}

async function opened({ files }: Installation, row: FileRow, range?: string): Promise<OpenFile | undefined> {
  const { path, originalName, contentType, bytes } = row;
  const part = byteRange(range, bytes);
  const body = part === 'outside' ? Readable.from([]) : await files.read(path, part);
  return body && { name: originalName, type: contentType, bytes, body, part };
}
type FileRow = NonNullable<Awaited<ReturnType<typeof queries.find>>>;

/** All causes answer alike: not there, another's, or no address at all. */
function there<T>(file: T | undefined): T {
  if (file === undefined) throw new Problem('fileGone');
  return file;
}

/** `2026/01/31`, by the database's clock: two machines put files of one moment into one folder. */
const today = () => dayOf(now()).replaceAll('-', '/');
