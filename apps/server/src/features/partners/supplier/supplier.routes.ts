import {
  cloneSupplier,
  SupplierLine,
  supplierAccount,
  supplierEvents,
  supplierImpact,
  supplierLifeCycle,
  suppliers,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { importedSheet, importRoutes } from '../../../platform/http/import-routes.ts';
import { numberProposalRoute } from '../../../platform/http/proposal-route.ts';
import { actionRoute, lifeCycleRoutes, resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as supplierService from './supplier.service.ts';

const { addLine, existingSuppliers } = supplierService;
export const importedSuppliers = importedSheet({ ...suppliers, input: SupplierLine }, addLine, existingSuppliers);

export function supplierRoutes(app: FastifyInstance) {
  resourceRoutes(app, suppliers, supplierService, ['list', 'read', 'add', 'edit', 'remove', 'export']);
  numberProposalRoute(app, suppliers, 'supplier');
  importRoutes(app, importedSuppliers);

  actionRoute(app, cloneSupplier, supplierService.clone);
  lifeCycleRoutes(app, supplierLifeCycle, supplierService.steps);

  serve(app, supplierEvents, (ctx, { params }) => supplierService.listEvents(ctx, params.id));
  serve(app, supplierImpact, (ctx, { params }) => supplierService.impact(ctx, params.id));
  serve(app, supplierAccount, (ctx, { params }) => supplierService.readAccount(ctx, params.id));
}
