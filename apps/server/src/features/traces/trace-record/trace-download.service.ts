import type { TraceQuery, TraceRecord } from '@suyuan/contract';
import { now } from '../../../platform/db/clock.ts';
import type { Context } from '../../../platform/http/context.ts';
import { timeOf } from '../../../platform/shanghai-time.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as chain from './chain.service.ts';
import { epcisEvent, epcisHead } from './epcis.ts';
import * as queries from './trace-record.queries.ts';
import { withRegionName } from './trace-record.service.ts';
import { traceReport } from './trace-report.ts';
import { resolveTarget, streamRecords, view } from './trace-view.service.ts';

/** A streamed file; memory use does not grow with the number of records. */
export interface TraceDownload {
  name: string;
  type: string;
  body: AsyncIterable<Uint8Array>;
}

/** JSON document whose last key is a list, one item per line; `suffix` closes what `head` opened. */
async function* jsonOf(head: string, items: AsyncIterable<object>, suffix: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head);
  let hasItems = false;
  for await (const item of items) {
    yield Buffer.from(`${hasItems ? ',' : ''}\n${JSON.stringify(item)}`);
    hasItems = true;
  }
  yield Buffer.from(`\n${suffix}\n`);
}

/** JSON of an object without the closing brace. */
const openObject = (value: object) => JSON.stringify(value).slice(0, -1);

/** All links of the chain with their texts. @throws what `resolveTarget` does */
export async function proof(ctx: Context, query: TraceQuery): Promise<TraceDownload> {
  const { batch } = await resolveTarget(ctx, query);
  const body = jsonOf(`${openObject(chain.proofHead(batch))},"links":[`, chain.proofLinks(ctx.db, batch), ']}');
  return { name: `trace_${batch.batchNo}.proof.json`, type: 'application/json', body };
}

/** Verified and later records as EPCIS 2.0 events. Code texts appear only with permission. @throws what `resolveTarget` does */
export async function epcis(ctx: Context, query: TraceQuery): Promise<TraceDownload> {
  const target = await resolveTarget(ctx, query);
  const { batch } = target;
  const base = ctx.installation.publicBaseUrl;
  async function* events() {
    for await (const records of streamRecords(ctx, target)) {
      const sealed = records.filter(({ linkNo }) => linkNo !== null);
      const corrections = await correctionsOf(ctx, sealed);
      const texts = await textsOf(ctx, sealed);
      for (const record of sealed) {
        const eventBatch = { batchId: record.batchId, batchNo: record.batchNo, gtin: batch.gtin, base };
        const text = texts.get(record.traceRecordId);
        yield epcisEvent(record, eventBatch, text && `${base}/c/${text}`, corrections.get(record.correctedById ?? 0));
      }
    }
  }
  const head = `${openObject(epcisHead(new Date(now())))},"epcisBody":{"eventList":[`;
  return { name: `trace_${batch.batchNo}.epcis.jsonld`, type: 'application/ld+json', body: jsonOf(head, events(), ']}}') };
}

async function correctionsOf({ db, language }: Context, records: readonly TraceRecord[]): Promise<Map<number, TraceRecord>> {
  const ids = records.flatMap(({ state, correctedById }) => (state === 'corrected' && correctedById !== null ? [correctedById] : []));
  const rows = ids.length > 0 ? await queries.listByIds(db, ids) : [];
  return new Map(rows.map((row) => [row.traceRecordId, withRegionName(row, language)]));
}

/** Code texts by record id; empty without permission or before the codes exist. */
async function textsOf({ db, installation, actor }: Context, records: readonly TraceRecord[]): Promise<Map<number, string>> {
  const texts = new Map<number, string>();
  if (!codeService.canSeeUnmasked(actor)) return texts;
  const codeRecords = records.filter(({ subject, ordinalFrom }) => subject === 'code' && ordinalFrom !== null);
  for (const [batchId, batchRecords] of Map.groupBy(codeRecords, (record) => record.batchId)) {
    const last = await codeService.countCodes(db, batchId);
    const issuedRecords = batchRecords
      .flatMap(({ traceRecordId, ordinalFrom }) =>
        ordinalFrom !== null && ordinalFrom <= last ? [{ traceRecordId, ordinal: ordinalFrom - 1 }] : [],
      )
      .toSorted((one, other) => one.ordinal - other.ordinal);
    const codeTexts = await codeService.textsOf(
      installation,
      db,
      batchId,
      issuedRecords.map(({ ordinal }) => ordinal),
    );
    for (const [index, { traceRecordId }] of issuedRecords.entries()) texts.set(traceRecordId, codeTexts[index] ?? '');
  }
  return texts;
}

/** Maximum bytes of an embedded picture. */
const MAX_PICTURE_BYTES = 2_097_152;

/** Printable trace report. @throws what `resolveTarget` does */
export async function report(ctx: Context, query: TraceQuery): Promise<TraceDownload> {
  const target = await resolveTarget(ctx, query);
  const traceView = await view(ctx, query);
  async function* records() {
    for await (const page of streamRecords(ctx, target)) yield* page;
  }
  const body = traceReport({ ...traceView, records: records() }, ctx.t, timeOf(now()), async (fileName) => {
    const file = await fileService.openPicture(ctx.installation, fileService.pathOf(fileName));
    // PDF can embed only these two types without conversion
    if (!file || file.bytes > MAX_PICTURE_BYTES || !/^image\/(png|jpeg)$/.test(file.type)) return undefined;
    const parts: Buffer[] = [];
    for await (const part of file.body) parts.push(part as Buffer);
    return Buffer.concat(parts);
  });
  return { name: `trace_${traceView.batchNo}.pdf`, type: 'application/pdf', body };
}
