import { type PublicTraceStep, type TraceFieldShown, type Translate, traceFields, traceText } from '@suyuan/contract';
import { own } from '@suyuan/forms';
import { shelfOf } from '../../../platform/cache/shelf.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { regionFullName } from '../../scans/place/regions.ts';
import { listOfBatch, listOfCode, type PublicRow } from './public-trace.queries.ts';

/** Steps that a consumer is shown. */
const MOST_STEPS = 100;

/** A code of a batch; its ordinal counts from 0. */
export interface TracedCode {
  batchId: number;
  level: number;
  ordinal: number;
}

/**
 * The way of one code as consumers are told it: published records of public steps about its batch, its run, itself and its containers, by
 * time, with the fields that are public then and now. What is about the whole batch is remembered for seconds.
 */
export function publicTrace(db: Db): (code: TracedCode, t: Translate) => Promise<PublicTraceStep[]> {
  const batches = shelfOf<PublicRow[]>(db, 'public_traces');
  const rowsOf = async (batchId: number) => {
    const known = batches.get(batchId);
    if (known) return known;
    const rows = await listOfBatch(db, batchId, MOST_STEPS);
    batches.put(batchId, rows);
    return rows;
  };
  return async ({ batchId, level, ordinal }, t) => {
    const [whole, own] = await Promise.all([rowsOf(batchId), listOfCode(db, batchId, level, ordinal, MOST_STEPS)]);
    return shown([...whole, ...own], t);
  };
}

/** The whole batch as a consumer of any of its codes would see it, at once: what the console previews. */
export async function previewOf(db: Db, batchId: number, place: { level: number; ordinal: number } | undefined, t: Translate) {
  const own = place ? await listOfCode(db, batchId, place.level, place.ordinal, MOST_STEPS) : [];
  return shown([...(await listOfBatch(db, batchId, MOST_STEPS)), ...own], t);
}

const shown = (rows: PublicRow[], t: Translate): PublicTraceStep[] =>
  rows
    .toSorted((a, b) => (a.eventTime < b.eventTime ? -1 : a.eventTime > b.eventTime ? 1 : 0))
    .slice(0, MOST_STEPS)
    .map((row) => stepOf(row, t));

function stepOf({ form, presentForm, data, pictures, regionCode, hash, ...row }: PublicRow, t: Translate): PublicTraceStep {
  const now = traceFields(presentForm);
  const open = traceFields(form).filter((field) => field.public && isPublicNow(now, field.name));
  const { stepName, bizStep, eventTime, placeName, partyName } = row;
  return {
    ...{ stepName, bizStep, eventTime, placeName, partyName },
    regionName: regionCode && regionFullName(regionCode),
    fields: open.flatMap((field) => {
      const value = traceText(t, field, own(data, field.name));
      return value ? [{ title: field.title, value }] : [];
    }),
    pictures: pictures.flatMap(({ fileName, field }) => (!field || open.some(({ name }) => name === field) ? [fileName] : [])),
    proof: hash.slice(0, 16),
  };
}

/** What is no longer in the form was public when it was filled in, and stays so; what was closed since is closed. */
const isPublicNow = (now: TraceFieldShown[], name: string) => now.find((field) => field.name === name)?.public !== false;
