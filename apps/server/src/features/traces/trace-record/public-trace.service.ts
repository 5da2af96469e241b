import { type Language, type PublicTraceStep, type TraceFieldView, type Translate, traceFields, traceText } from '@suyuan/contract';
import { own } from '@suyuan/forms';
import { localCacheOf } from '../../../platform/cache/local-cache.ts';
import type { Db } from '../../../platform/db/db.ts';
import { regionFullName } from '../../scans/place/regions.ts';
import { listOfBatch, listOfCode, type PublicRow } from './trace-about.queries.ts';

/** Maximum steps shown to a consumer. */
const MAX_STEPS = 100;

/** A code of a batch; its ordinal starts at 0. */
export interface TracedCode {
  batchId: number;
  level: number;
  ordinal: number;
}

/**
 * Published records of public steps about batch, range, code and containers, by time. A field must be public both then and now. Records
 * about whole batches are cached for seconds.
 */
export function publicTrace(db: Db): (code: TracedCode, reader: Reader) => Promise<PublicTraceStep[]> {
  const batches = localCacheOf<PublicRow[]>(db, 'public_traces');
  const rowsOf = async (batchId: number) => {
    const cached = batches.get(batchId);
    if (cached) return cached;
    const rows = await listOfBatch(db, batchId, MAX_STEPS);
    batches.put(batchId, rows);
    return rows;
  };
  return async ({ batchId, level, ordinal }, reader) => {
    const [batchRows, codeRows] = await Promise.all([rowsOf(batchId), listOfCode(db, batchId, level, ordinal, MAX_STEPS)]);
    return toSteps([...batchRows, ...codeRows], reader);
  };
}

/** Uncached public trace, for the preview in the console. */
export async function previewOf(db: Db, batchId: number, place: { level: number; ordinal: number } | undefined, reader: Reader) {
  const codeRows = place ? await listOfCode(db, batchId, place.level, place.ordinal, MAX_STEPS) : [];
  return toSteps([...(await listOfBatch(db, batchId, MAX_STEPS)), ...codeRows], reader);
}

/** Language of the page. */
interface Reader {
  language: Language;
  t: Translate;
}

const toSteps = (rows: PublicRow[], reader: Reader): PublicTraceStep[] =>
  rows
    .toSorted((a, b) => (a.eventTime < b.eventTime ? -1 : a.eventTime > b.eventTime ? 1 : 0))
    .slice(0, MAX_STEPS)
    .map((row) => stepOf(row, reader));

function stepOf({ form, presentForm, data, pictures, regionCode, hash, ...row }: PublicRow, { language, t }: Reader): PublicTraceStep {
  const currentFields = traceFields(presentForm);
  const publicFields = traceFields(form).filter((field) => field.public && isPublicNow(currentFields, field.name));
  const { stepName, bizStep, eventTime, placeName, partyName } = row;
  return {
    ...{ stepName, bizStep, eventTime, placeName, partyName },
    regionName: regionCode && regionFullName(regionCode, language),
    fields: publicFields.flatMap((field) => {
      const value = traceText(t, field, own(data, field.name));
      return value ? [{ title: field.title, value }] : [];
    }),
    pictures: pictures.flatMap(({ fileName, field }) => (!field || publicFields.some(({ name }) => name === field) ? [fileName] : [])),
    proof: hash.slice(0, 16),
  };
}

/** A field that the current form lacks remains public; a field that is private now is hidden. */
const isPublicNow = (currentFields: TraceFieldView[], name: string) => currentFields.find((field) => field.name === name)?.public !== false;
