import { cloneProduct, Id, ProductStatistics, productSheet, products } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { exportedList, exportRoute } from '../../../platform/http/exported-list.ts';
import { importedSheet, importRoutes } from '../../../platform/http/import-routes.ts';
import { actionRoute, resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as productService from './product.service.ts';
import { addLine, editLine, find, lineOf } from './product-sheet.service.ts';

/** Each packaging level has its own columns. */
export const exportedProducts = exportedList(products, productService.list, {
  noun: productSheet,
  fields: ['categoryId', ...Object.keys(productSheet.record.shape).filter((field) => field !== 'catalogueCode'), 'catalogueName'],
  rowOf: lineOf,
});

export const importedProducts = importedSheet(productSheet, addLine, { find, edit: editLine });

export function productRoutes(app: FastifyInstance) {
  resourceRoutes(app, products, productService, ['list', 'read', 'add', 'edit', 'remove']);
  exportRoute(app, exportedProducts);
  importRoutes(app, importedProducts);
  actionRoute(app, cloneProduct, productService.clone, { word: products.word, answer: dataResponse(z.object({ categoryId: Id })) });

  const reading = { method: 'GET', access: { permission: products.permission('read') }, params: z.object({ id: Id }) } as const;
  endpoint(app, { ...reading, url: `${products.path}/:id/figures`, answer: dataResponse(ProductStatistics) }, async (ctx, { params }) =>
    done(ctx, await productService.readFigures(ctx, params.id)),
  );
}
