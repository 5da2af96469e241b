import { cancelShipment, Id, receiveShipment, Selection, ShipmentContent, ShipmentDealer, sendShipment, shipments } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { filterQuery } from '../../../platform/http/list-query.ts';
import { actionRoute, resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as shipmentService from './shipment.service.ts';
import * as shipmentLines from './shipment-line.service.ts';

export function shipmentRoutes(app: FastifyInstance) {
  const { path, log: title, word, permission } = shipments;
  resourceRoutes(app, shipments, shipmentService);
  actionRoute(app, sendShipment, shipmentService.ship, { answer: dataResponse(z.object({ taskId: Id.optional() })) });
  actionRoute(app, receiveShipment, shipmentService.receive, { word });
  actionRoute(app, cancelShipment, shipmentService.cancel, { word });

  const access = (verb: string) => ({ permission: permission(verb) });
  const dealers = filterQuery(z.object({ text: z.string().max(100).default(''), below: Id.optional() }));
  endpoint(
    app,
    {
      method: 'GET',
      url: `${path}/dealers/list`,
      answer: dataResponse(z.array(ShipmentDealer)),
      access: access('list'),
      querystring: dealers,
    } as const,
    async (ctx, input) => done(ctx, await shipmentService.listDealers(ctx, input.query)),
  );

  const one = z.object({ id: Id });
  endpoint(
    app,
    { method: 'GET', url: `${path}/:id/content`, answer: dataResponse(ShipmentContent), access: access('read'), params: one } as const,
    async (ctx, input) => done(ctx, await shipmentLines.content(ctx, input.params.id)),
  );
  const log = { title, type: 'edit' } as const;
  const addRoute = {
    method: 'PUT',
    url: `${path}/:id/lines`,
    answer: dataResponse(z.object({ count: z.int() })),
    access: access('edit'),
    log,
    params: one,
    body: Selection,
    word,
  } as const;
  endpoint(app, addRoute, async (ctx, input) => done(ctx, await shipmentLines.addLines(ctx, input.params.id, input.body)));

  const line = z.object({ id: Id, lineId: Id });
  const removeRoute = { method: 'DELETE', url: `${path}/:id/lines/:lineId`, access: access('edit'), log, params: line } as const;
  endpoint(app, removeRoute, async (ctx, input) => {
    await shipmentLines.removeLine(ctx, input.params.id, input.params.lineId);
    return done(ctx);
  });
}
