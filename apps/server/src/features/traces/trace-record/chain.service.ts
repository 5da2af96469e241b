import { createHash } from 'node:crypto';
import { selectedLabels, type TraceProof, traceFields } from '@suyuan/contract';
import { own } from '@suyuan/forms';
import { now } from '../../../platform/db/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import * as queries from './chain.queries.ts';
import { find, type Row } from './trace-record.queries.ts';
import { findBatch, type TracedBatch } from './trace-reference.queries.ts';

/**
 * Link n is SHA-256 of the hexadecimal hash of link n-1, a newline, and the record's text. The first link follows the SHA-256 of `genesis`.
 * A stored hash proves that nothing before it changed.
 */

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest();

/** Text that the first link of a batch follows. */
const genesisOf = ({ batchId, batchNo }: Pick<TracedBatch, 'batchId' | 'batchNo'>) => `suyuan/trace/v1\n${batchId}\n${batchNo}`;

const linkHash = (previous: Buffer, body: string) => sha256(`${previous.toString('hex')}\n${body}`);

/** Sealed content in a fixed order, with the hashes of the files. */
function bodyOf(record: Row, batch: TracedBatch, corrects: string | null): string {
  const { form, data } = record;
  const filled = traceFields(form).flatMap((field) => {
    const { name, title, unit } = field;
    const value = own(data, name);
    if (value === undefined) return [];
    // label of a chosen value, if it differs from the value
    const text = selectedLabels(field, value);
    return [{ name, title, ...(unit && { unit }), value, ...(text && { text }) }];
  });
  return JSON.stringify({
    record: record.traceRecordId,
    goods: { gtin: batch.gtin, name: batch.categoryName },
    batchNo: batch.batchNo,
    step: record.stepName,
    bizStep: record.bizStep,
    disposition: record.disposition,
    subject: { kind: record.subject, level: record.level, from: record.ordinalFrom, to: record.ordinalTo },
    eventTime: record.eventTime,
    place: { name: record.placeName, region: record.regionCode, lng: record.lng, lat: record.lat },
    party: record.partyName,
    filled,
    files: record.files.map(({ kind, field, originalName, bytes, sha256: digest }) => ({
      kind,
      field,
      name: originalName,
      bytes,
      sha256: digest,
    })),
    inputs: record.inputs.map(({ inputName, lotNo, supplierName, quantity, unit }) => ({
      ...{ name: inputName, lot: lotNo, supplier: supplierName, quantity, unit },
    })),
    filledBy: record.createBy,
    submittedBy: record.submitBy,
    submitTime: record.submitTime,
    verifiedBy: record.verifyBy,
    verifyTime: record.verifyTime,
    corrects,
  });
}

export const lockBatchNumber = queries.lockBatchNumber;

/** Appends a verified record to the chain of its batch. */
export async function seal(db: Db, record: Row, batch: TracedBatch) {
  const { batchId } = batch;
  await queries.lockChain(db, batchId);
  const last = await queries.findLast(db, batchId);
  const correctedLink = record.correctsId === null ? undefined : await queries.findByRecord(db, record.correctsId);
  const previous = last?.hash ?? sha256(genesisOf(batch));
  const body = bodyOf(record, batch, correctedLink?.hash.toString('hex') ?? null);
  const { traceRecordId } = record;
  await queries.insert(db, { batchId, linkNo: (last?.linkNo ?? 0) + 1, traceRecordId, previous, hash: linkHash(previous, body), body });
}

/** As `seal`, by id, for code that writes records directly. */
export async function sealRecord(db: Db, traceRecordId: number) {
  const record = await find({ db, scope: 'all' }, traceRecordId);
  const batch = record && (await findBatch(db, 'all', record.batchId));
  if (batch) await seal(db, record, batch);
}

/** Length, last hash and validity of the chain; null if it is empty. */
export async function readChainState(db: Db, batch: Pick<TracedBatch, 'batchId' | 'batchNo'>) {
  const { count, head, whole } = await queries.validateChain(db, batch.batchId, genesisOf(batch));
  return head === null ? null : { count, head: head.toString('hex'), whole };
}

/** Links per query. */
const LINKS_PER_QUERY = 200;

/** The proof without its links. */
export const proofHead = (batch: TracedBatch): Omit<TraceProof, 'links'> => ({
  format: 'suyuan/trace-proof/v1',
  batch: { batchNo: batch.batchNo, gtin: batch.gtin, goods: batch.categoryName, supplier: batch.supplierName },
  genesis: genesisOf(batch),
  exportTime: new Date(now()).toISOString(),
});

/** For offline checks with `scripts/verify-trace.mjs`. Paging is safe, because a chain only grows at its end. */
export async function* proofLinks(db: Db, { batchId }: Pick<TracedBatch, 'batchId'>): AsyncGenerator<TraceProof['links'][number]> {
  const last = (await queries.findLast(db, batchId))?.linkNo ?? 0;
  for (let after = 0; after < last; ) {
    const links = await queries.list(db, batchId, { after, last, limit: LINKS_PER_QUERY });
    for (const { linkNo, hash, previous, sealTime, body } of links)
      yield { no: linkNo, hash: hash.toString('hex'), previous: previous.toString('hex'), sealTime, body };
    after = links.at(-1)?.linkNo ?? last;
  }
}
