import {
  CatalogueFigures,
  type CatalogueKind,
  CatalogueOrder,
  CatalogueStatus,
  catalogueKinds,
  catalogueSheet,
  catalogues,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answersData } from '../../../http/answer.ts';
import type { Context } from '../../../http/context.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { done } from '../../../http/envelope.ts';
import { type ExportedList, exportedList, exportRoute } from '../../../http/exported-list.ts';
import { importedSheet, importRoutes } from '../../../http/import-routes.ts';
import { filterQuery } from '../../../http/list-query.ts';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import * as catalogueService from './catalogue.service.ts';
import * as figuresService from './catalogue-figures.service.ts';
import * as sheetService from './catalogue-sheet.service.ts';

/** The four trees as spreadsheets. */
export const exportedCatalogues: readonly ExportedList[] = catalogueKinds.map((kind) =>
  exportedList(catalogueSheet(kind), (ctx) => sheetService.lines(ctx, kind)),
);

/** The four trees as sheets to import. */
export const importedCatalogues = catalogueKinds.map((kind) =>
  importedSheet(catalogueSheet(kind), (ctx, line: Parameters<typeof sheetService.addLine>[2]) => sheetService.addLine(ctx, kind, line)),
);

/** Four trees, one implementation. A list is whole and in `data`. */
export function catalogueRoutes(app: FastifyInstance) {
  for (const [index, kind] of catalogueKinds.entries()) {
    treeRoutes(app, kind, exportedCatalogues[index] as ExportedList);
    importRoutes(app, importedCatalogues[index] as (typeof importedCatalogues)[number]);
  }
}

function treeRoutes(app: FastifyInstance, kind: CatalogueKind, sheet: ExportedList) {
  const tree = catalogues[kind];
  const { path, log: title = '', word } = tree;
  const access = (operation: string) => ({ permission: tree.permission(operation) });
  const edit = { method: 'PUT', access: access('edit'), word, log: { title, type: 'edit' } } as const;

  const listing = { method: 'GET', access: access('list'), word } as const;
  endpoint(
    app,
    { ...listing, url: `${path}/list`, answer: answersData(z.array(tree.record)), querystring: filterQuery(tree.filters) },
    async (ctx, { query }) => done(ctx, await catalogueService.list(ctx, kind, query)),
  );
  endpoint(app, { ...listing, url: `${path}/figures`, answer: answersData(z.array(CatalogueFigures)) }, async (ctx) =>
    done(ctx, await figuresService.list(ctx, kind)),
  );

  const service = {
    read: (ctx: Context, id: number) => catalogueService.read(ctx, kind, id),
    add: (ctx: Context, input: Parameters<typeof catalogueService.add>[2]) => catalogueService.add(ctx, kind, input),
    edit: (ctx: Context, id: number, changes: Parameters<typeof catalogueService.edit>[3]) => catalogueService.edit(ctx, kind, id, changes),
    remove: (ctx: Context, ids: number[]) => catalogueService.remove(ctx, kind, ids),
  };
  resourceRoutes(app, tree, service, ['read', 'add', 'edit', 'remove']);
  endpoint(app, { ...edit, url: `${path}/changeStatus`, body: CatalogueStatus }, async (ctx, { body }) =>
    done(ctx, await catalogueService.changeStatus(ctx, kind, body)),
  );
  endpoint(app, { ...edit, url: `${path}/updateSort`, body: CatalogueOrder }, async (ctx, { body }) =>
    done(ctx, await catalogueService.updateSort(ctx, kind, body)),
  );
  exportRoute(app, sheet);
}
