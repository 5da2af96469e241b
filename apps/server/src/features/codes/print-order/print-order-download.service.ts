import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as batchService from '../batch/batch.service.ts';
import * as codeService from '../code/code.service.ts';
import { fileStem, isPrintable } from '../code-export/code-export.service.ts';
import { archiveOf } from './archive.ts';
import * as queries from './print-order.queries.ts';
import { entriesOf } from './print-order-content.ts';
import { hashOf, passwordOf } from './print-order-key.ts';

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
  if (!(await queries.start(db, ticketHash, MAX_STARTS))) throw new Problem('printOrderGone');

  const ip = isIP(ctx.ip) ? ctx.ip : null;
  const { downloadId } = await queries.insertDownload(db, { handoverId: row.handoverId, ip, agent: ctx.userAgent.slice(0, 200) });
  const source = storedArchive?.body ?? archiveOf(entriesOf({ installation, db, labelData, row, files }), passwordOf(installation, row.salt));
  const { body, onClose } = streamOnce(db, row.handoverId, source as AsyncIterable<Uint8Array>, () =>
    row.kind === 'lines' ? files : undefined,
  );
  return {
    fileName: `${fileStem(row)}_${row.ordinalFrom + 1}-${row.ordinalFrom + row.count}.zip`,
    length: storedArchive?.bytes,
    body,
    async onClose(arrived: boolean) {
      const { whole: isComplete, bytes } = await onClose(arrived);
      await queries.endDownload(db, downloadId, { bytes, whole: isComplete });
      if (!isComplete) return;
      if (row.filePath) await fileService.removeInternal({ db, installation }, row.filePath);
      await queries.update(db, row.handoverId, { ticketHash: null, filePath: null });
      await batchService.recordEvent(db, { batchId: row.batchId, action: 'downloadExport', userId: null, reason: row.recipient });
    },
  };
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
