import {
  type CategoryKind,
  categories,
  categoryFigures,
  categoryKinds,
  categoryList,
  categorySheet,
  changeCategoryStatus,
  reorderCategories,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/http/context.ts';
import { type ExportedList, exportedList, exportRoute } from '../../../platform/http/exported-list.ts';
import { importedSheet, importRoutes } from '../../../platform/http/import-routes.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as categoryService from './category.service.ts';
import * as figuresService from './category-figures.service.ts';
import * as sheetService from './category-sheet.service.ts';

export const exportedCategories: readonly ExportedList[] = categoryKinds.map((kind) =>
  exportedList(categorySheet(kind), (ctx) => sheetService.lines(ctx, kind)),
);

export const importedCategories = categoryKinds.map((kind) =>
  importedSheet(
    categorySheet(kind),
    (ctx, line: Parameters<typeof sheetService.addLine>[2]) => sheetService.addLine(ctx, kind, line),
    undefined,
    'catalogueCode',
  ),
);

/** Lists are not paged; their rows are in `data`. */
export function categoryRoutes(app: FastifyInstance) {
  for (const [index, kind] of categoryKinds.entries()) {
    treeRoutes(app, kind, exportedCategories[index] as ExportedList);
    importRoutes(app, importedCategories[index] as (typeof importedCategories)[number]);
  }
}

function treeRoutes(app: FastifyInstance, kind: CategoryKind, sheet: ExportedList) {
  serve(app, categoryList(kind), (ctx, { query }) => categoryService.list(ctx, kind, query));
  serve(app, categoryFigures(kind), (ctx) => figuresService.list(ctx, kind));

  const service = {
    table: 'category',
    lockTree: ({ db }: Context) => categoryService.lockTree(db, kind),
    read: (ctx: Context, id: number) => categoryService.read(ctx, kind, id),
    add: (ctx: Context, input: Parameters<typeof categoryService.add>[2]) => categoryService.add(ctx, kind, input),
    edit: (ctx: Context, id: number, changes: Parameters<typeof categoryService.edit>[3]) => categoryService.edit(ctx, kind, id, changes),
    remove: (ctx: Context, ids: number[]) => categoryService.remove(ctx, kind, ids),
  };
  resourceRoutes(app, categories[kind], service, ['read', 'add', 'edit', 'remove']);
  serve(app, changeCategoryStatus(kind), (ctx, { body }) => categoryService.changeStatus(ctx, kind, body));
  serve(app, reorderCategories(kind), (ctx, { body }) => categoryService.updateSort(ctx, kind, body));
  exportRoute(app, sheet);
}
