import { codes, type Traceability, type TraceQuery } from '@suyuan/contract';
import { type Context, may } from '../../../http/context.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as codeService from '../code/code.service.ts';
import * as chain from './chain.service.ts';
import { type EpcisBatch, epcisDocument, epcisEvent } from './epcis.ts';
import { traceReport } from './trace-report.ts';
import { traced, view } from './trace-view.service.ts';

/** A file that is made of a trace. */
export interface TraceFileMade {
  name: string;
  type: string;
  body: Buffer;
}

const json = (name: string, type: string, value: object): TraceFileMade => ({
  name,
  type,
  body: Buffer.from(`${JSON.stringify(value, undefined, 1)}\n`),
});

/** Every link of the batch's chain with its text. @throws what `traced` does */
export async function proof(ctx: Context, query: TraceQuery): Promise<TraceFileMade> {
  const { batch } = await traced(ctx, query);
  return json(`trace_${batch.batchNo}.proof.json`, 'application/json', await chain.proof(ctx.db, batch));
}

/** The records as EPCIS 2.0 events, from `verified` on; codes are named by their text where the asker may open codes. @throws what `traced` does */
export async function epcis(ctx: Context, query: TraceQuery): Promise<TraceFileMade> {
  const { db, installation, actor } = ctx;
  const shown = await view(ctx, query);
  const records = shown.records.filter(({ linkNo }) => linkNo !== null);
  const open = may(actor, codes.permission('query'));
  const batchOf = ({ batchId, batchNo }: Traceability): EpcisBatch => ({
    batchId,
    batchNo,
    gtin: shown.gtin,
    base: installation.publicBaseUrl,
  });
  const events = [];
  for (const record of records) {
    const { batchId, subject, ordinalFrom } = record;
    const named = open && subject === 'code' && ordinalFrom !== null && ordinalFrom <= (await codeService.countCodes(db, batchId));
    const text = named ? await codeService.textOf(installation, db, batchId, ordinalFrom - 1) : undefined;
    events.push(epcisEvent(record, batchOf(record), text && `${installation.publicBaseUrl}/c/${text}`, eventId));
  }
  return json(`trace_${shown.batchNo}.epcis.jsonld`, 'application/ld+json', epcisDocument(events, new Date()));

  function eventId(id: number) {
    return `${installation.publicBaseUrl}/event/${id}`;
  }
}

/** Bytes of a picture that a report embeds, at most. */
const LARGEST_PICTURE = 2_097_152;

/** The trace as a document to print. @throws what `traced` does */
export async function report(ctx: Context, query: TraceQuery): Promise<TraceFileMade> {
  const shown = await view(ctx, query);
  const now = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const body = await traceReport(shown, ctx.t, now, async (fileName) => {
    const file = await fileService.picture(ctx.installation, fileName.replace(/^\/profile\//, ''));
    // the two kinds that a PDF holds as they are
    if (!file || file.bytes > LARGEST_PICTURE || !/^image\/(png|jpeg)$/.test(file.type)) return undefined;
    const parts: Buffer[] = [];
    for await (const part of file.body) parts.push(part as Buffer);
    return Buffer.concat(parts);
  });
  return { name: `trace_${shown.batchNo}.pdf`, type: 'application/pdf', body };
}
