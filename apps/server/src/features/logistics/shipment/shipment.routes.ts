import { cancelShipment, Id, receiveShipment, Selection, ShipmentContent, ShipmentDealer, sendShipment, shipments } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { actionRoute } from '../../../platform/http/action-route.ts';
import { answersData } from '../../../platform/http/answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { filterQuery } from '../../../platform/http/list-query.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import * as shipmentService from './shipment.service.ts';
import * as dispatchLine from './shipment-line.service.ts';
import * as shipmentSending from './shipment-ship.service.ts';

export function shipmentRoutes(app: FastifyInstance) {
  const { path, log: title, word, permission } = shipments;
  resourceRoutes(app, shipments, shipmentService);
  actionRoute(app, sendShipment, shipmentSending.ship, { answer: answersData(z.object({ taskId: Id.optional() })) });
  actionRoute(app, receiveShipment, shipmentSending.receive, { word });
  actionRoute(app, cancelShipment, shipmentSending.cancel, { word });

  const access = (verb: string) => ({ permission: permission(verb) });
  const dealers = filterQuery(z.object({ text: z.string().max(100).default(''), below: Id.optional() }));
  endpoint(
    app,
    {
      method: 'GET',
      url: `${path}/dealers/list`,
      answer: answersData(z.array(ShipmentDealer)),
      access: access('list'),
      querystring: dealers,
    } as const,
    async (ctx, asked) => done(ctx, await shipmentService.listDealers(ctx, asked.query)),
  );

  const one = z.object({ id: Id });
  endpoint(
    app,
    { method: 'GET', url: `${path}/:id/content`, answer: answersData(ShipmentContent), access: access('read'), params: one } as const,
    async (ctx, asked) => done(ctx, await dispatchLine.content(ctx, asked.params.id)),
  );
  const log = { title, type: 'edit' } as const;
  const adding = {
    method: 'PUT',
    url: `${path}/:id/lines`,
    answer: answersData(z.object({ count: z.int() })),
    access: access('edit'),
    log,
    params: one,
    body: Selection,
    word,
  } as const;
  endpoint(app, adding, async (ctx, asked) => done(ctx, await dispatchLine.addLines(ctx, asked.params.id, asked.body)));

  const line = z.object({ id: Id, lineId: Id });
  const removing = { method: 'DELETE', url: `${path}/:id/lines/:lineId`, access: access('edit'), log, params: line } as const;
  endpoint(app, removing, async (ctx, asked) => {
    await dispatchLine.removeLine(ctx, asked.params.id, asked.params.lineId);
    return done(ctx);
  });
}
