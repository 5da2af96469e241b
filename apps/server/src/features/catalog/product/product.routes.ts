import { cloneProduct, productFigures, productSheet, products } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { exportedList, exportRoute } from '../../../platform/http/exported-list.ts';
import { importedSheet, importRoutes } from '../../../platform/http/import-routes.ts';
import { numberProposalRoute } from '../../../platform/http/proposal-route.ts';
import { actionRoute, resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as productService from './product.service.ts';
import { addLine, editLine, find, lineOf } from './product-sheet.service.ts';

/** Each packaging level has its own columns. */
export const exportedProducts = exportedList(products, productService.list, {
  noun: productSheet,
  fields: [...Object.keys(productSheet.record.shape), 'catalogueName'],
  rowOf: lineOf,
});

export const importedProducts = importedSheet(productSheet, addLine, { find, edit: editLine });

export function productRoutes(app: FastifyInstance) {
  resourceRoutes(app, products, productService, ['list', 'read', 'add', 'edit', 'remove']);
  numberProposalRoute(app, products, 'product');
  exportRoute(app, exportedProducts);
  importRoutes(app, importedProducts);
  actionRoute(app, cloneProduct, productService.clone);
  serve(app, productFigures, (ctx, { params }) => productService.readFigures(ctx, params.id));
}
