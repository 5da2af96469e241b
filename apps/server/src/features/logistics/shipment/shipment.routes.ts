import { addShipmentLines, removeShipmentLine, shipmentContent, shipmentDealers, shipmentLifeCycle, shipments } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { lifeCycleRoutes, resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as shipmentService from './shipment.service.ts';
import * as shipmentLines from './shipment-line.service.ts';

export function shipmentRoutes(app: FastifyInstance) {
  resourceRoutes(app, shipments, shipmentService);
  lifeCycleRoutes(app, shipmentLifeCycle, shipmentService.steps);
  serve(app, shipmentDealers, (ctx, { query }) => shipmentService.listDealers(ctx, query));
  serve(app, shipmentContent, (ctx, { params }) => shipmentLines.content(ctx, params.id));
  serve(app, addShipmentLines, (ctx, { params, body }) => shipmentLines.addLines(ctx, params.id, body));
  serve(app, removeShipmentLine, (ctx, { params }) => shipmentLines.removeLine(ctx, params.id, params.lineId));
}
