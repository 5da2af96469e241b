import {
  type GenealogyNode,
  type QueryOf,
  TRACE_PAGE,
  type TracePageQuery,
  type TraceQuery,
  type TraceView,
  type traceCompleteness,
} from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as chain from './chain.service.ts';
import * as about from './trace-about.queries.ts';
import { lastOrdinal, withRegionName } from './trace-record.service.ts';
import * as references from './trace-reference.queries.ts';
import * as views from './trace-view.queries.ts';

/** A batch in scope, and optionally one of its codes. */
export interface TraceTarget {
  batch: references.TracedBatch;
  place: about.CodePlace | undefined;
}

/**
 * Users who see a batch see its whole trace, from all departments, because gaps would mislead.
 * @throws traceSubjectMissing, codeUnreadable, notFound, levelWithoutCodes, rangeOutside
 */
export async function resolveTarget(
  { db, scope, installation }: Context,
  { batchId, ordinal, level = 0, code }: TraceQuery,
): Promise<TraceTarget> {
  if (code) {
    const place = await codeService.locate(db, installation, code);
    if (!place) throw new Problem('codeUnreadable', { field: 'code', code });
    return { batch: orNotFound(await references.findBatch(db, scope, place.batchId)), place };
  }
  if (batchId === undefined) throw new Problem('traceSubjectMissing', { field: 'batchId' });
  const batch = orNotFound(await references.findBatch(db, scope, batchId));
  if (ordinal === undefined) return { batch, place: undefined };
  const last = await lastOrdinal(db, batch, level);
  if (ordinal > last) throw new Problem('rangeOutside', { field: 'ordinal', from: ordinal, to: ordinal, last });
  return { batch, place: { level, ordinal: ordinal - 1 } };
}

/** Records per query when all are read. */
const RECORDS_PER_QUERY = 200;

/** Streams all records by time, page by page. */
export async function* streamRecords({ db, language }: Pick<Context, 'db' | 'language'>, { batch, place }: TraceTarget) {
  for (let after: Parameters<typeof about.listNext>[4]; ; ) {
    const records = await about.listNext(db, batch.batchId, place, RECORDS_PER_QUERY, after);
    if (records.length > 0) yield records.map(({ moment: _, ...record }) => withRegionName(record, language));
    if (records.length < RECORDS_PER_QUERY) return;
    after = records.at(-1);
  }
}

/** A page of records of a batch or code. @throws what `resolveTarget` does */
export async function view(ctx: Context, query: TracePageQuery): Promise<TraceView> {
  const { db, language } = ctx;
  const { batch, place } = await resolveTarget(ctx, query);
  const { batchId, batchNo, categoryName, gtin, supplierName, madeDate, expiryDate } = batch;
  const total = await about.countAbout(db, batchId, place);
  const page = Math.min(query.page ?? 1, Math.max(1, Math.ceil(total / TRACE_PAGE)));
  const [records, steps, containers, chainState] = await Promise.all([
    about.listAbout(db, batchId, place, TRACE_PAGE, (page - 1) * TRACE_PAGE),
    views.listSteps(db, batchId),
    place ? about.listContainers(db, batchId, place) : [],
    chain.readChainState(db, batch),
  ]);
  const ownContainer = place && place.level > 0 ? [{ level: place.level, ordinal: place.ordinal + 1 }] : [];
  return {
    ...{ batchId, batchNo, categoryName, gtin, supplierName, madeDate, expiryDate },
    ordinal: place?.level === 0 ? place.ordinal + 1 : null,
    containers: [...ownContainer, ...containers],
    ...{ records: records.map((record) => withRegionName(record, language)), page, total, steps, chain: chainState },
  };
}

/** @throws what `resolveTarget` does */
export async function genealogy(ctx: Context, query: TraceQuery): Promise<GenealogyNode[]> {
  const { batch } = await resolveTarget(ctx, query);
  const rows = await views.listKin(ctx.db, ctx.scope, batch.batchId);
  const byKey = new Map<string, GenealogyNode>();
  for (const { id, of, ...row } of rows) {
    const existing = byKey.get(id);
    if (existing) existing.of.push(...(of && !existing.of.includes(of) ? [of] : []));
    else byKey.set(id, { ...row, key: id, of: of ? [of] : [] });
  }
  return [...byKey.values()];
}

export const owners = ({ db, scope }: Context, filters: views.CompletenessFilter) => views.listOwners(db, scope, filters);

export const completenessByClass = ({ db, scope }: Context) => views.listByClass(db, scope);

export const completeness = ({ db, scope }: Context, query: QueryOf<typeof traceCompleteness>) => views.listCompleteness(db, scope, query);
