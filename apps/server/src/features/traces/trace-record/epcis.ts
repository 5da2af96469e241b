import { createHash } from 'node:crypto';
import { digitalLinkPath, type EventObject, eventText } from '@suyuan/codes';
import { type TraceRecord, traceFields } from '@suyuan/contract';
import { own } from '@suyuan/forms';
import { z } from 'zod';
import type { UploadedFile } from '../../../platform/http/imported-file.ts';
import { Problem } from '../../../platform/problem.ts';
import { parseRfc3339 } from '../../../platform/shanghai-time.ts';

/** Maximum events per document. */
const MAX_EVENTS = 10_000;

/** Maximum characters of one event as JSON. */
const MAX_EVENT_LENGTH = 250_000;

/** Single-line text, used for names and lookups. */
const line = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u);

const names = z.array(line(500)).optional();
const quantities = z.array(z.looseObject({ epcClass: line(500), quantity: z.number().optional(), uom: line(10).optional() })).optional();
const place = z.looseObject({ id: line(500) }).optional();

/** Fields that are read; others may map to fields of a step. */
const ReadEvent = z.looseObject({
  type: z.enum(['ObjectEvent', 'AggregationEvent', 'TransactionEvent', 'TransformationEvent', 'AssociationEvent']),
  eventID: line(200).min(1).optional(),
  eventTime: line(64).refine((text) => !Number.isNaN(parseRfc3339(text))),
  eventTimeZoneOffset: z
    .string()
    .regex(/^[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00)$/)
    .optional(),
  action: z.enum(['ADD', 'OBSERVE', 'DELETE']).optional(),
  bizStep: line(200).min(1),
  readPoint: place,
  bizLocation: place,
  parentID: line(500).optional(),
  ...{ epcList: names, childEPCs: names, inputEPCList: names, outputEPCList: names },
  ...{ quantityList: quantities, childQuantityList: quantities, inputQuantityList: quantities, outputQuantityList: quantities },
  errorDeclaration: z.unknown().optional(),
});
export type ReadEvent = z.output<typeof ReadEvent>;

/** Characters that PostgreSQL cannot store: NUL and unpaired surrogates. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Validates one event of limited length. @throws epcisEventLong, epcisUnseen, epcisEventWrong */
export function readEvent(input: unknown): ReadEvent {
  let currentField = 'type';
  const rejectUnstorable = (key: string, value: unknown) => {
    // array members have no name
    if (!/^\d*$/.test(key)) currentField = key;
    if (UNSTORABLE.test(key) || (typeof value === 'string' && UNSTORABLE.test(value))) {
      throw new Problem('epcisUnseen', { field: currentField.slice(0, 50).toWellFormed().replaceAll('\0', '') });
    }
    return value;
  };
  const eventProblem = (field: string, cause: unknown) => new Problem('epcisEventWrong', { field }, { cause });
  let length: number;
  try {
    length = JSON.stringify(input, rejectUnstorable).length;
  } catch (error) {
    // otherwise the nesting is too deep
    throw error instanceof Problem ? error : eventProblem('type', error);
  }
  if (length > MAX_EVENT_LENGTH) throw new Problem('epcisEventLong', { max: MAX_EVENT_LENGTH });
  const { data, error } = ReadEvent.safeParse(input);
  if (error) throw eventProblem(error.issues[0]?.path.join('.') || 'type', error);
  return data;
}

/** An event by position in the document, from 1, with its namespaces. */
export interface EventRow {
  row: number;
  event: unknown;
  namespaces: Readonly<Record<string, string>>;
}

const contextPart = z.union([z.string(), z.record(z.string(), z.unknown())]);
const eventListSchema = z.looseObject({ eventList: z.array(z.unknown()) });
const Document = z.looseObject({
  '@context': z.union([contextPart, z.array(contextPart)]).optional(),
  epcisBody: z.union([eventListSchema, z.looseObject({ queryResults: z.looseObject({ resultsBody: eventListSchema }) })]),
});

/** Events of an EPCIS 2.0 document in JSON-LD. @throws fileUnreadable, fileRowsTooMany, epcisEmpty */
export function readEvents({ name, bytes }: UploadedFile): { rows: EventRow[]; unknown: string[] } {
  const unreadable = (cause?: unknown) => new Problem('epcisUnreadable', { file: name }, { cause });
  let document: z.output<typeof Document>;
  try {
    const parsed = Document.safeParse(JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, '')));
    if (!parsed.success) throw parsed.error;
    document = parsed.data;
  } catch (error) {
    throw unreadable(error);
  }
  const { epcisBody } = document;
  const { eventList } = 'eventList' in epcisBody ? (epcisBody as z.output<typeof eventListSchema>) : epcisBody.queryResults.resultsBody;
  if (eventList.length === 0) throw new Problem('epcisEmpty');
  if (eventList.length > MAX_EVENTS) throw new Problem('fileRowsTooMany', { max: MAX_EVENTS });
  const namespaces = namespacesOf(document['@context']);
  return { rows: eventList.map((event, index) => ({ row: index + 1, event, namespaces })), unknown: [] };
}

/** Prefixes of a JSON-LD context. */
function namespacesOf(context: unknown): Record<string, string> {
  const parts = Array.isArray(context) ? context : [context];
  const pairs = parts.flatMap((part) => (typeof part === 'object' && part !== null ? Object.entries(part) : []));
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}

export interface EpcisBatch {
  batchId: number;
  batchNo: string;
  gtin: string | null;
  base: string;
}

/** Namespace of own step fields. */
const OWN_NAMESPACE = { suyuan: 'https://suyuan.example/epcis/' };
const CONTEXT = ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld', OWN_NAMESPACE];

/** Hash id of an event (CBV 2.0 §8.9): equal content has an equal id. @param namespaces of the document that contains the event */
export const eventHashId = (event: EventObject, namespaces: Readonly<Record<string, string>> = OWN_NAMESPACE) =>
  `ni:///sha-256;${createHash('sha256').update(eventText(event, namespaces)).digest('hex')}?ver=CBV2.0`;

/** Shanghai time as ISO 8601 with offset. */
const iso = (time: string) => `${time.replace(' ', 'T')}.000+08:00`;

/** GS1 Digital Link with lot, or an own address for a product without GTIN. */
const classOf = ({ gtin, batchNo, batchId, base }: EpcisBatch) =>
  gtin ? `https://id.gs1.org${digitalLinkPath({ gtin, lot: batchNo })}` : `${base}/class/batch/${batchId}`;

const instanceOf = ({ batchId, base }: EpcisBatch, level: number, ordinal: number) => `${base}/id/${batchId}/${level}/${ordinal}`;

/** Business steps that put items into containers or take them out. */
const PACKING: Partial<Record<string, 'ADD' | 'DELETE'>> = { packing: 'ADD', unpacking: 'DELETE' };
const ENDING_STEPS = ['decommissioning', 'destroying'];

/**
 * One EPCIS 2.0 event (§7.4): with inputs a TransformationEvent, for packing an AggregationEvent, otherwise an ObjectEvent. A corrected
 * record has an error declaration.
 * @param text code text, if the user may see it
 * @param correction the replacement of a corrected record
 */
export function epcisEvent(record: TraceRecord, batch: EpcisBatch, text: string | undefined, correction?: TraceRecord) {
  const event = eventOf(record, batch, text, correction && eventIdOf(correction, batch));
  return { ...event, eventID: eventIdOf(record, batch) };
}

/** Uses the code's place, not its text, so that it does not depend on permissions. */
const eventIdOf = (record: TraceRecord, batch: EpcisBatch) => eventHashId(eventOf(record, batch, undefined, undefined));

function eventOf(record: TraceRecord, batch: EpcisBatch, text: string | undefined, correction: string | undefined) {
  const { bizStep, disposition, subject, level, ordinalFrom, ordinalTo, inputs, regionCode, placeName, lng, lat } = record;
  const lot = { epcClass: classOf(batch) };
  const count = ordinalFrom === null || ordinalTo === null ? undefined : ordinalTo - ordinalFrom + 1;
  const instance =
    (subject === 'code' || subject === 'container') && ordinalFrom !== null
      ? (text ?? instanceOf(batch, level ?? 0, ordinalFrom))
      : undefined;
  const quantities = [count === undefined ? lot : { ...lot, quantity: count }];
  const readPoint = lat !== null && lng !== null ? `geo:${lat},${lng}` : `${batch.base}/place/${regionCode ?? 'unknown'}`;
  const common = {
    eventTime: iso(record.eventTime),
    eventTimeZoneOffset: '+08:00',
    ...(record.submitTime && { recordTime: iso(record.submitTime) }),
    bizStep,
    ...(disposition && { disposition }),
    readPoint: { id: readPoint },
    ...(regionCode && { bizLocation: { id: `${batch.base}/place/${regionCode}` } }),
    ...(record.state === 'corrected' && {
      errorDeclaration: {
        declarationTime: iso(record.updateTime ?? record.verifyTime ?? record.eventTime),
        reason: 'incorrect_data',
        ...(correction && { correctiveEventIDs: [correction] }),
      },
    }),
    // distinguishes records with equal content
    'suyuan:record': `${batch.base}/event/${record.traceRecordId}`,
    'suyuan:step': record.stepName,
    ...(subject === 'range' && { 'suyuan:ordinalFrom': ordinalFrom, 'suyuan:ordinalTo': ordinalTo }),
    ...(placeName && { 'suyuan:place': placeName }),
    ...(record.partyName && { 'suyuan:party': record.partyName }),
    ...(record.hash && { 'suyuan:link': record.hash }),
    ...Object.fromEntries(
      traceFields(record.form).flatMap(({ name }) => {
        const value = own(record.data, name);
        return value === undefined ? [] : [[`suyuan:${name}`, value]];
      }),
    ),
  };
  if (inputs.length > 0) {
    const inputQuantityList = inputs.map(({ inputBatchId, inputName, lotNo, quantity }) => ({
      epcClass: inputBatchId
        ? `${batch.base}/class/batch/${inputBatchId}`
        : `${batch.base}/class/lot/${encodeURIComponent(inputName)}/${encodeURIComponent(lotNo ?? '')}`,
      ...(quantity !== null && { quantity }),
    }));
    const outputs = instance ? { outputEPCList: [instance] } : { outputQuantityList: quantities };
    return { type: 'TransformationEvent', ...common, inputQuantityList, ...outputs };
  }
  const packing = PACKING[bizStep];
  if (packing && subject === 'container' && instance) {
    return { type: 'AggregationEvent', ...common, action: packing, parentID: instance, childQuantityList: [lot] };
  }
  const action =
    bizStep === 'commissioning' || bizStep === 'creating_class_instance' ? 'ADD' : ENDING_STEPS.includes(bizStep) ? 'DELETE' : 'OBSERVE';
  return { type: 'ObjectEvent', ...common, action, ...(instance ? { epcList: [instance] } : { quantityList: quantities }) };
}

/** Document envelope without events, for any EPCIS 2.0 repository. */
export const epcisHead = (now: Date) => ({
  '@context': CONTEXT,
  type: 'EPCISDocument',
  schemaVersion: '2.0',
  creationDate: now.toISOString(),
});
