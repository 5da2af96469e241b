import {
  approveSupplier,
  cloneSupplier,
  Id,
  PartnerEvent,
  rejectSupplier,
  resumeSupplier,
  SupplierLine,
  submitSupplier,
  suppliers,
  suspendSupplier,
  terminateSupplier,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { importedSheet, importRoutes } from '../../../platform/http/import-routes.ts';
import { actionRoute, resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as supplierService from './supplier.service.ts';
import * as sheet from './supplier-sheet.service.ts';

export const importedSuppliers = importedSheet({ ...suppliers, input: SupplierLine }, sheet.addLine, {
  find: sheet.find,
  edit: sheet.editLine,
});

export function supplierRoutes(app: FastifyInstance) {
  const { path, word } = suppliers;
  resourceRoutes(app, suppliers, supplierService, ['list', 'read', 'add', 'edit', 'remove', 'export']);
  importRoutes(app, importedSuppliers);

  actionRoute(app, cloneSupplier, supplierService.clone, { word, answer: dataResponse(z.object({ supplierId: Id })) });
  actionRoute(app, submitSupplier, supplierService.submit);
  actionRoute(app, approveSupplier, supplierService.approve);
  actionRoute(app, rejectSupplier, supplierService.reject, { word });
  actionRoute(app, suspendSupplier, supplierService.suspend, { word });
  actionRoute(app, resumeSupplier, supplierService.resume, { word });
  actionRoute(app, terminateSupplier, supplierService.terminate, { word });

  const params = z.object({ id: Id });
  const readRoute = { method: 'GET', access: { permission: suppliers.permission('read') }, params } as const;
  endpoint(app, { ...readRoute, url: `${path}/:id/events`, answer: dataResponse(z.array(PartnerEvent)) }, async (ctx, input) =>
    done(ctx, await supplierService.listEvents(ctx, input.params.id)),
  );
  endpoint(
    app,
    {
      ...readRoute,
      url: `${path}/:id/bank`,
      answer: dataResponse(z.object({ bankName: z.string().nullable(), bankAccount: z.string().nullable() })),
      access: { permission: suppliers.permission('bank') },
    },
    async (ctx, input) => done(ctx, await supplierService.readAccount(ctx, input.params.id)),
  );
}
