import { categories, categorySheet, cloneCategory, GoodsFigures, Id } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { actionRoute } from '../../../http/action-route.ts';
import { answersData } from '../../../http/answer.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { done } from '../../../http/envelope.ts';
import { exportedList, exportRoute } from '../../../http/exported-list.ts';
import { importedSheet, importRoutes } from '../../../http/import-routes.ts';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import * as categoryService from './category.service.ts';
import * as figuresService from './category-figures.service.ts';
import { addLine, editLine, find, lineOf } from './category-sheet.service.ts';

/** Goods as a spreadsheet: a column for each level of packaging. */
export const exportedCategories = exportedList(categories, categoryService.list, {
  noun: categorySheet,
  fields: ['categoryId', ...Object.keys(categorySheet.record.shape).filter((field) => field !== 'catalogueCode'), 'catalogueName'],
  rowOf: lineOf,
});

/** Goods as a sheet to import. */
export const importedCategories = importedSheet(categorySheet, addLine, { find, edit: editLine });

export function categoryRoutes(app: FastifyInstance) {
  resourceRoutes(app, categories, categoryService, ['list', 'read', 'add', 'edit', 'remove']);
  exportRoute(app, exportedCategories);
  importRoutes(app, importedCategories);
  actionRoute(app, cloneCategory, categoryService.clone, { word: categories.word, answer: answersData(z.object({ categoryId: Id })) });

  const reading = { method: 'GET', access: { permission: categories.permission('read') }, params: z.object({ id: Id }) } as const;
  endpoint(app, { ...reading, url: `${categories.path}/:id/figures`, answer: answersData(GoodsFigures) }, async (ctx, { params }) =>
    done(ctx, await figuresService.read(ctx, params.id)),
  );
}
