import type { CategoryFigures, CategoryKind, NodeFigures } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import * as traceViewService from '../../traces/trace-record/trace-view.service.ts';
import * as queries from './category.queries.ts';

const NO_FIGURES: NodeFigures = { records: 0, activeBatches: 0, codes: 0, scans: 0, suspects: 0 };

/** Only categories with records in scope. Those of trace steps also have their completeness. */
export async function list(ctx: Context, kind: CategoryKind): Promise<CategoryFigures[]> {
  const { db, scope } = ctx;
  if (kind !== 'traceability') return queries.figures(db, kind, scope);
  const [rows, traces] = await Promise.all([queries.figures(db, kind, scope), traceViewService.completenessByClass(ctx)]);
  const figuresById = new Map(rows.map((row) => [row.catalogueId, row]));
  const tracesById = new Map(traces.map((row) => [row.catalogueId, row]));
  return [...new Set([...figuresById.keys(), ...tracesById.keys()])]
    .sort((one, other) => one - other)
    .map((catalogueId) => {
      const { own = NO_FIGURES, branch = NO_FIGURES } = figuresById.get(catalogueId) ?? {};
      const trace = tracesById.get(catalogueId);
      return trace
        ? { catalogueId, own: { ...own, trace: trace.own }, branch: { ...branch, trace: trace.branch } }
        : { catalogueId, own, branch };
    });
}
