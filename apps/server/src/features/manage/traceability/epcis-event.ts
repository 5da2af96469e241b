import { z } from 'zod';
import type { GivenFile } from '../../../http/imported-file.ts';
import { Problem } from '../../../http/problem.ts';

/** Events of one document, at most. */
const MOST_EVENTS = 10_000;

const names = z.array(z.string().max(500)).max(MOST_EVENTS).optional();
const quantities = z
  .array(z.looseObject({ epcClass: z.string().max(500), quantity: z.number().optional(), uom: z.string().max(10).optional() }))
  .max(1000)
  .optional();
const place = z.looseObject({ id: z.string().max(500) }).optional();

/** What is read of an event; what else stands in it may be fields of a step. */
export const ReadEvent = z.looseObject({
  type: z.enum(['ObjectEvent', 'AggregationEvent', 'TransactionEvent', 'TransformationEvent', 'AssociationEvent']),
  eventID: z.string().min(1).max(200).optional(),
  eventTime: z.string().refine((text) => !Number.isNaN(Date.parse(text))),
  bizStep: z.string().min(1).max(200),
  readPoint: place,
  bizLocation: place,
  parentID: z.string().max(500).optional(),
  ...{ epcList: names, childEPCs: names, inputEPCList: names, outputEPCList: names },
  ...{ quantityList: quantities, childQuantityList: quantities, inputQuantityList: quantities, outputQuantityList: quantities },
  errorDeclaration: z.unknown().optional(),
});
export type ReadEvent = z.output<typeof ReadEvent>;

/** An event by its place in the document, from 1, with the namespaces that it is written in. */
export interface EventRow {
  row: number;
  event: unknown;
  namespaces: Readonly<Record<string, string>>;
}

const part = z.union([z.string(), z.record(z.string(), z.unknown())]);
const listed = z.looseObject({ eventList: z.array(z.unknown()) });
const Document = z.looseObject({
  '@context': z.union([part, z.array(part)]).optional(),
  epcisBody: z.union([listed, z.looseObject({ queryResults: z.looseObject({ resultsBody: listed }) })]),
});

/** The events of a document of EPCIS 2.0 in JSON-LD. @throws fileUnreadable, fileTooLarge, fileWithoutRows */
export function readEvents({ name, bytes }: GivenFile): { rows: EventRow[]; unknown: string[] } {
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
  const { eventList } = 'eventList' in epcisBody ? (epcisBody as z.output<typeof listed>) : epcisBody.queryResults.resultsBody;
  if (eventList.length === 0) throw new Problem('fileWithoutRows');
  if (eventList.length > MOST_EVENTS) throw new Problem('fileTooLarge', { max: `${MOST_EVENTS}` });
  const namespaces = namespacesOf(document['@context']);
  return { rows: eventList.map((event, index) => ({ row: index + 1, event, namespaces })), unknown: [] };
}

/** Prefixes of a context with what they stand for. */
function namespacesOf(context: unknown): Record<string, string> {
  const parts = Array.isArray(context) ? context : [context];
  const pairs = parts.flatMap((part) => (typeof part === 'object' && part !== null ? Object.entries(part) : []));
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}
