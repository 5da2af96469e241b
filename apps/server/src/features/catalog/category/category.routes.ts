import {
  CategoryFigures,
  type CategoryKind,
  CategoryOrder,
  CategoryStatus,
  categories,
  categoryKinds,
  categorySheet,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { type ExportedList, exportedList, exportRoute } from '../../../platform/http/exported-list.ts';
import { importedSheet, importRoutes } from '../../../platform/http/import-routes.ts';
import { filterQuery } from '../../../platform/http/list-query.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as categoryService from './category.service.ts';
import * as figuresService from './category-figures.service.ts';
import * as sheetService from './category-sheet.service.ts';

export const exportedCategories: readonly ExportedList[] = categoryKinds.map((kind) =>
  exportedList(categorySheet(kind), (ctx) => sheetService.lines(ctx, kind)),
);

export const importedCategories = categoryKinds.map((kind) =>
  importedSheet(categorySheet(kind), (ctx, line: Parameters<typeof sheetService.addLine>[2]) => sheetService.addLine(ctx, kind, line)),
);

/** Lists are not paged; their rows are in `data`. */
export function categoryRoutes(app: FastifyInstance) {
  for (const [index, kind] of categoryKinds.entries()) {
    treeRoutes(app, kind, exportedCategories[index] as ExportedList);
    importRoutes(app, importedCategories[index] as (typeof importedCategories)[number]);
  }
}

function treeRoutes(app: FastifyInstance, kind: CategoryKind, sheet: ExportedList) {
  const tree = categories[kind];
  const { path, log: title = '', word } = tree;
  const access = (operation: string) => ({ permission: tree.permission(operation) });
  const edit = { method: 'PUT', access: access('edit'), word, log: { title, type: 'edit' } } as const;

  const listing = { method: 'GET', access: access('list'), word } as const;
  endpoint(
    app,
    { ...listing, url: `${path}/list`, answer: dataResponse(z.array(tree.record)), querystring: filterQuery(tree.filters) },
    async (ctx, { query }) => done(ctx, await categoryService.list(ctx, kind, query)),
  );
  endpoint(app, { ...listing, url: `${path}/figures`, answer: dataResponse(z.array(CategoryFigures)) }, async (ctx) =>
    done(ctx, await figuresService.list(ctx, kind)),
  );

  const service = {
    read: (ctx: Context, id: number) => categoryService.read(ctx, kind, id),
    add: (ctx: Context, input: Parameters<typeof categoryService.add>[2]) => categoryService.add(ctx, kind, input),
    edit: (ctx: Context, id: number, changes: Parameters<typeof categoryService.edit>[3]) => categoryService.edit(ctx, kind, id, changes),
    remove: (ctx: Context, ids: number[]) => categoryService.remove(ctx, kind, ids),
  };
  resourceRoutes(app, tree, service, ['read', 'add', 'edit', 'remove']);
  endpoint(app, { ...edit, url: `${path}/changeStatus`, body: CategoryStatus }, async (ctx, { body }) =>
    done(ctx, await categoryService.changeStatus(ctx, kind, body)),
  );
  endpoint(app, { ...edit, url: `${path}/updateSort`, body: CategoryOrder }, async (ctx, { body }) =>
    done(ctx, await categoryService.updateSort(ctx, kind, body)),
  );
  exportRoute(app, sheet);
}
