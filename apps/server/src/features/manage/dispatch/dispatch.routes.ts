import {
  cancelDispatch,
  DispatchContent,
  DispatchDealer,
  dispatches,
  Id,
  receiveDispatch,
  Selection,
  shipDispatch,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { actionRoute } from '../../../http/action-route.ts';
import { answersData } from '../../../http/answer.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { done } from '../../../http/envelope.ts';
import { filterQuery } from '../../../http/list-query.ts';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import * as dispatchService from './dispatch.service.ts';
import * as dispatchLine from './dispatch-line.service.ts';
import * as dispatchShip from './dispatch-ship.service.ts';

export function dispatchRoutes(app: FastifyInstance) {
  const { path, log: title, word, permission } = dispatches;
  resourceRoutes(app, dispatches, dispatchService);
  actionRoute(app, shipDispatch, dispatchShip.ship, { answer: answersData(z.object({ taskId: Id.optional() })) });
  actionRoute(app, receiveDispatch, dispatchShip.receive, { word });
  actionRoute(app, cancelDispatch, dispatchShip.cancel, { word });

  const access = (verb: string) => ({ permission: permission(verb) });
  const dealers = filterQuery(z.object({ text: z.string().max(100).default(''), below: Id.optional() }));
  endpoint(
    app,
    {
      method: 'GET',
      url: `${path}/dealers/list`,
      answer: answersData(z.array(DispatchDealer)),
      access: access('list'),
      querystring: dealers,
    } as const,
    async (ctx, asked) => done(ctx, await dispatchService.listDealers(ctx, asked.query)),
  );

  const one = z.object({ id: Id });
  endpoint(
    app,
    { method: 'GET', url: `${path}/:id/content`, answer: answersData(DispatchContent), access: access('read'), params: one } as const,
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
