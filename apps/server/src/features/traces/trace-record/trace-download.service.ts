import type { Traceability, TraceQuery } from '@suyuan/contract';
import { now } from '../../../platform/db/clock.ts';
import type { Context } from '../../../platform/http/context.ts';
import { timeOf } from '../../../platform/shanghai.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as chain from './chain.service.ts';
import { epcisEvent, epcisHead } from './epcis.ts';
import * as queries from './trace-record.queries.ts';
import { named } from './trace-record.service.ts';
import { traceReport } from './trace-report.ts';
import { everyRecord, traced, view } from './trace-view.service.ts';

/** A streamed file; memory use does not grow with the number of records. */
export interface TraceFileMade {
  name: string;
  type: string;
  body: AsyncIterable<Uint8Array>;
}

/** JSON document whose last key is a list, one item per line; `ends` closes what `head` opened. */
async function* jsonOf(head: string, items: AsyncIterable<object>, ends: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head);
  let begun = false;
  for await (const item of items) {
    yield Buffer.from(`${begun ? ',' : ''}\n${JSON.stringify(item)}`);
    begun = true;
  }
  yield Buffer.from(`\n${ends}\n`);
}

/** JSON of an object without the closing brace. */
const open = (value: object) => JSON.stringify(value).slice(0, -1);

/** All links of the chain with their texts. @throws what `traced` does */
export async function proof(ctx: Context, query: TraceQuery): Promise<TraceFileMade> {
  const { batch } = await traced(ctx, query);
  const body = jsonOf(`${open(chain.proofHead(batch))},"links":[`, chain.proofLinks(ctx.db, batch), ']}');
  return { name: `trace_${batch.batchNo}.proof.json`, type: 'application/json', body };
}

/** Verified and later records as EPCIS 2.0 events. Code texts appear only with permission. @throws what `traced` does */
export async function epcis(ctx: Context, query: TraceQuery): Promise<TraceFileMade> {
  const asked = await traced(ctx, query);
  const { batch } = asked;
  const base = ctx.installation.publicBaseUrl;
  async function* events() {
    for await (const records of everyRecord(ctx, asked)) {
      const sealed = records.filter(({ linkNo }) => linkNo !== null);
      const corrections = await correctionsOf(ctx, sealed);
      const texts = await textsOf(ctx, sealed);
      for (const record of sealed) {
        const of = { batchId: record.batchId, batchNo: record.batchNo, gtin: batch.gtin, base };
        const text = texts.get(record.traceRecordId);
        yield epcisEvent(record, of, text && `${base}/c/${text}`, corrections.get(record.correctedById ?? 0));
      }
    }
  }
  const head = `${open(epcisHead(new Date(now())))},"epcisBody":{"eventList":[`;
  return { name: `trace_${batch.batchNo}.epcis.jsonld`, type: 'application/ld+json', body: jsonOf(head, events(), ']}}') };
}

async function correctionsOf({ db }: Context, records: readonly Traceability[]): Promise<Map<number, Traceability>> {
  const ids = records.flatMap(({ state, correctedById }) => (state === 'corrected' && correctedById !== null ? [correctedById] : []));
  const rows = ids.length > 0 ? await queries.listThese(db, ids) : [];
  return new Map(rows.map((row) => [row.traceRecordId, named(row)]));
}

/** Code texts by record id; empty without permission or before the codes exist. */
async function textsOf({ db, installation, actor }: Context, records: readonly Traceability[]): Promise<Map<number, string>> {
  const texts = new Map<number, string>();
  if (!codeService.seesWhole(actor)) return texts;
  const about = records.filter(({ subject, ordinalFrom }) => subject === 'code' && ordinalFrom !== null);
  for (const [batchId, own] of Map.groupBy(about, (record) => record.batchId)) {
    const last = await codeService.countCodes(db, batchId);
    const made = own
      .flatMap(({ traceRecordId, ordinalFrom }) =>
        ordinalFrom !== null && ordinalFrom <= last ? [{ traceRecordId, ordinal: ordinalFrom - 1 }] : [],
      )
      .toSorted((one, other) => one.ordinal - other.ordinal);
    const named = await codeService.textsOf(
      installation,
      db,
      batchId,
      made.map(({ ordinal }) => ordinal),
    );
    for (const [index, { traceRecordId }] of made.entries()) texts.set(traceRecordId, named[index] ?? '');
  }
  return texts;
}

/** Maximum bytes of an embedded picture. */
const LARGEST_PICTURE = 2_097_152;

/** Printable trace report. @throws what `traced` does */
export async function report(ctx: Context, query: TraceQuery): Promise<TraceFileMade> {
  const asked = await traced(ctx, query);
  const shown = await view(ctx, query);
  async function* records() {
    for await (const some of everyRecord(ctx, asked)) yield* some;
  }
  const body = traceReport({ ...shown, records: records() }, ctx.t, timeOf(now()), async (fileName) => {
    const file = await fileService.picture(ctx.installation, fileService.pathOf(fileName));
    // PDF can embed only these two types without conversion
    if (!file || file.bytes > LARGEST_PICTURE || !/^image\/(png|jpeg)$/.test(file.type)) return undefined;
    const parts: Buffer[] = [];
    for await (const part of file.body) parts.push(part as Buffer);
    return Buffer.concat(parts);
  });
  return { name: `trace_${shown.batchNo}.pdf`, type: 'application/pdf', body };
}
