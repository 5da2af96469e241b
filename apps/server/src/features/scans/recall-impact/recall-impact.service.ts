import type { Page, QueryOf, RecallSummary, RecordOf, recallImpacts } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound } from '../../../platform/http/problem.ts';
import * as queries from './recall-impact.queries.ts';

type Impacts = typeof recallImpacts;

/** Runs of codes that left the store, of one batch or of every recalled one. */
export const list = ({ db, scope }: Context, query: QueryOf<Impacts>): Promise<Page<RecordOf<Impacts>>> => queries.list(db, scope, query);

/** How far the codes of a batch have gone: what a recall would have to bring back, and who must be told. @throws notFound */
export async function summarise({ db, scope }: Context, batchId: number): Promise<RecallSummary> {
  const batch = orNotFound(await queries.find(db, scope, batchId));
  const [counted, dealers, traces, regions] = await Promise.all([
    queries.count(db, batchId),
    queries.listDealers(db, batchId),
    queries.findTraces(db, scope, batchId),
    queries.listRegions(db, batchId),
  ]);
  return { ...batch, ...counted, ...traces, dealers, regions };
}
