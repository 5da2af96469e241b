import type { Page, QueryOf, RecallSummary, RecordOf, recallImpacts } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound } from '../../../platform/problem.ts';
import * as queries from './recall-impact.queries.ts';

type Impacts = typeof recallImpacts;

/** Ranges that are out, of one batch or of all recalled batches. */
export const list = ({ db, scope }: Context, query: QueryOf<Impacts>): Promise<Page<RecordOf<Impacts>>> => queries.list(db, scope, query);

export async function summarise({ db, scope }: Context, batchId: number): Promise<RecallSummary> {
  const batch = orNotFound(await queries.find(db, scope, batchId));
  const [counts, dealers, scanSummary, regions] = await Promise.all([
    queries.count(db, batchId),
    queries.listDealers(db, batchId),
    queries.findScansAndShipments(db, scope, batchId),
    queries.listRegions(db, batchId),
  ]);
  return { ...batch, ...counts, ...scanSummary, dealers, regions };
}
