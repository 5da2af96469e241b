import type { GoodsFigures } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound } from '../../../platform/http/problem.ts';
import * as queries from './product.queries.ts';
import * as figures from './product-figures.queries.ts';

/** Includes only batches in scope. @throws notFound */
export async function readFigures({ db, scope }: Context, id: number): Promise<GoodsFigures> {
  orNotFound(await queries.find(db, scope, id));
  const [{ followTime, batchStates, ...funnel }, byDay, byRegion] = await Promise.all([
    figures.funnel(db, scope, id),
    figures.byDay(db, scope, id),
    figures.byRegion(db, scope, id),
  ]);
  return { followTime, funnel, byDay, byRegion, batchStates };
}
