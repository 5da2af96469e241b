import { z } from 'zod';
import type { UploadedFile } from '../../../platform/http/imported-file.ts';
import { Problem } from '../../../platform/http/problem.ts';

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
  eventTime: line(64).refine((text) => !Number.isNaN(Date.parse(text))),
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

/** Events of an EPCIS 2.0 document in JSON-LD. @throws fileUnreadable, fileRowsTooMany, fileWithoutRows */
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
  if (eventList.length === 0) throw new Problem('fileWithoutRows');
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
