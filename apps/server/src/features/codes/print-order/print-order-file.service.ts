import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CROCKFORD } from '@suyuan/codes';
import type { Db } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Context } from '../../../platform/http/context.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { reasonOf } from '../../../platform/http/refusal.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as sessionService from '../../identity/session/session.service.ts';
import * as fileService from '../../system/file/file.service.ts';
import type { TaskHandler, TaskRun } from '../../system/task/task-handler.ts';
import * as batchService from '../batch/batch.service.ts';
import * as codeService from '../code/code.service.ts';
import { fileStem, isPrintable } from '../code-export/code-export.service.ts';
import { archiveOf } from './archive.ts';
import * as queries from './print-order.queries.ts';
import { entriesOf } from './print-order-content.ts';

/** Password characters: 100 bits. */
const PASSWORD_LENGTH = 20;

/** Not in the database. */
const keyOf = ({ masterKey }: Pick<Installation, 'masterKey'>) => Buffer.from(hkdfSync('sha256', masterKey, '', 'suyuan/handover/v1', 32));

/** 16 bytes. */
export const newSalt = (): Buffer => randomBytes(16);

/** `8K3M-9QWX-…`, derived on each call and never stored. */
export function passwordOf(installation: Pick<Installation, 'masterKey'>, salt: Buffer): string {
  const digest = createHmac('sha256', keyOf(installation)).update(salt).digest();
  const characters = Array.from(digest.subarray(0, PASSWORD_LENGTH), (byte) => CROCKFORD.charAt(byte & 31)).join('');
  return characters.replace(/(.{4})(?=.)/g, '$1-');
}

/** 256 random bits. Only the digest is stored. */
export const newTicket = (): string => randomBytes(32).toString('base64url');

/** SHA-256. The ticket itself is not stored. */
export const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

/** Labels between progress records. */
const PROGRESS_INTERVAL = 100;
/** Longer lists are only in the archive's manifest. */
const MAX_LISTED_FILES = 200;

/**
 * An interrupted task starts over, because a partial archive is never published.
 * @throws forbidden if the requesting user no longer exists
 */
export const buildPrintOrderTask: TaskHandler = {
  async run(job, installation) {
    const { db } = installation;
    const id = Number(job.payload.handoverId);
    const row = await queries.findRow(db, id);
    const actor = job.createBy === null ? undefined : await sessionService.actorOfUser(db, job.createBy);
    if (!actor) throw new Problem('forbidden', { permission: 'manage:batch:exportCodes' });
    if (row?.state !== 'building') return job.finish(async () => undefined);

    const labelData = await codeService.labelDataOf({ db, scope: 'all', installation }, row.batchId, row.level);
    const files: Parameters<typeof entriesOf>[0]['files'] = [];
    const entries = entriesOf({ installation, db, labelData, row, files, onProgress: progressOf(job, row.count) });
    const fileType = { originalName: `${fileStem(row)}_${id}.zip`, ending: 'zip', type: 'application/zip' };
    const archiveFile = await fileService.generate(installation, archiveOf(entries, passwordOf(installation, row.salt)), fileType);
    try {
      await job.finish(async (tx) => {
        const current = orNotFound(await queries.lock(tx, 'all', id));
        // withdrawn in the meantime, so discard the archive
        if (current.state !== 'building') {
          await fileService.discardReceived({ installation }, [archiveFile]);
          return undefined;
        }
        const [storedFile] = await fileService.publish({ db: tx, actor, installation }, [archiveFile], 'handover');
        const filePath = fileService.pathOf(orNotFound(storedFile).fileName);
        const listedFiles = files.length > MAX_LISTED_FILES ? [] : files;
        await queries.open(tx, id, { filePath, files: JSON.stringify(listedFiles), bytes: archiveFile.bytes });
        return { handoverId: id, count: row.count };
      });
    } catch (error) {
      await fileService.discardReceived({ installation }, [archiveFile]);
      throw error;
    }
  },
  async abandon(db, { payload, reason }) {
    const id = Number(payload.handoverId);
    const row = await queries.lock(db, 'all', id);
    if (row?.state !== 'building') return;
    await queries.update(db, id, { state: 'failed', stateReason: reason ? reasonOf(reason) : null });
  },
};

function progressOf(job: TaskRun, total: number) {
  return async (done: number) => {
    job.signal.throwIfAborted();
    if (done % PROGRESS_INTERVAL === 0 || done === total) await job.progress(done, total);
  };
}

/** Downloads per link, so two may fail. */
const MAX_STARTS = 3;
/** Longer lists are not stored. */
const MAX_DOWNLOADED_FILES = 200;

type DownloadContext = Pick<Context, 'db' | 'installation' | 'ip' | 'userAgent'>;

/** Only one download can complete. @throws printOrderGone */
export async function download(ctx: DownloadContext, ticket: string) {
  const { db, installation } = ctx;
  const ticketHash = hashOf(ticket);
  const row = await queries.findOpen(db, ticketHash, MAX_STARTS);
  if (!row || !isPrintable(row.batchState)) throw new Problem('printOrderGone');
  const labelData = await codeService.labelDataOf({ db, scope: 'all', installation }, row.batchId, row.level);
  const files: Parameters<typeof entriesOf>[0]['files'] = [];
  const storedArchive = row.filePath ? await fileService.openStored(installation, row.filePath) : undefined;
  if (row.kind !== 'lines' && !storedArchive) throw new Problem('printOrderGone');
  const downloadId = await startDownload(ctx, row.handoverId, ticketHash).catch((error) => {
    storedArchive?.body.destroy();
    throw error;
  });
  const source =
    storedArchive?.body ?? archiveOf(entriesOf({ installation, db, labelData, row, files }), passwordOf(installation, row.salt));
  const { body, onClose } = streamOnce(db, row.handoverId, source as AsyncIterable<Uint8Array>, () =>
    row.kind === 'lines' ? files : undefined,
  );
  return {
    fileName: `${fileStem(row)}_${row.ordinalFrom + 1}-${row.ordinalFrom + row.count}.zip`,
    length: storedArchive?.bytes,
    body,
    async onClose(arrived: boolean) {
      const { whole: isComplete, bytes } = await onClose(arrived);
      await inTransaction(db, async (tx) => {
        await queries.endDownload(tx, downloadId, { bytes, whole: isComplete });
        if (!isComplete) return;
        if (row.filePath) await fileService.removeInternal({ db: tx, installation }, row.filePath);
        await queries.update(tx, row.handoverId, { ticketHash: null, filePath: null });
        await batchService.recordEvent(tx, { batchId: row.batchId, action: 'downloadExport', userId: null, reason: row.recipient });
      });
    },
  };
}

/** @throws printOrderGone */
async function startDownload({ db, ...client }: DownloadContext, handoverId: number, ticketHash: Buffer) {
  if (!(await queries.start(db, ticketHash, MAX_STARTS))) throw new Problem('printOrderGone');
  const ip = isIP(client.ip) ? client.ip : null;
  const { downloadId } = await queries.insertDownload(db, { handoverId, ip, agent: client.userAgent.slice(0, 200) });
  return downloadId;
}

/** Sends the last chunk only after closing the link, which succeeds for one download. */
function streamOnce(
  db: Db,
  id: number,
  source: AsyncIterable<Uint8Array>,
  filesOf: () => Parameters<typeof entriesOf>[0]['files'] | undefined,
) {
  let bytes = 0;
  let sealed = false;
  async function* sendChunks() {
    let lastChunk: Uint8Array | undefined;
    for await (const chunk of source) {
      if (lastChunk) yield lastChunk;
      lastChunk = chunk;
      bytes += chunk.length;
      await yieldToEventLoop();
    }
    const files = filesOf();
    const listedFiles = files && (files.length > MAX_DOWNLOADED_FILES ? [] : files);
    if (!(await queries.seal(db, id, { bytes, files: listedFiles }))) throw new Problem('printOrderGone');
    sealed = true;
    if (lastChunk) yield lastChunk;
  }
  return {
    body: Readable.from(sendChunks(), { objectMode: false, highWaterMark: 1024 * 1024 }),
    async onClose(arrived: boolean) {
      if (sealed && !arrived) await queries.unseal(db, id);
      return { whole: sealed && arrived, bytes };
    },
  };
}
