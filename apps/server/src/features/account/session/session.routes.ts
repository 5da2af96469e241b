import { OwnSession } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answersRows } from '../../../http/answer.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { done, listed } from '../../../http/envelope.ts';
import { listQuery } from '../../../http/list-query.ts';
import * as deviceService from './device.service.ts';
import * as sessionService from './session.service.ts';

const PATH = '/account/session';

/** What people see of their own sessions, and how they end them from afar. */
export function sessionRoutes(app: FastifyInstance) {
  const access = 'signedIn';
  const log = { title: '登录设备', type: 'forceOut' } as const;
  const querystring = listQuery(z.object({}), []);
  endpoint(app, { method: 'GET', url: `${PATH}/list`, answer: answersRows(OwnSession), access, querystring }, async (ctx, { query }) =>
    listed(ctx, await sessionService.list(ctx, query)),
  );
  endpoint(app, { method: 'DELETE', url: `${PATH}/others`, access, log }, async (ctx) => {
    await sessionService.closeOthers(ctx.db, ctx.actor.userId, ctx.actor.sessionId);
    return done(ctx);
  });
  endpoint(app, { method: 'DELETE', url: `${PATH}/:id`, access, log, params: z.object({ id: z.uuid() }) }, async (ctx, { params }) => {
    await deviceService.end(ctx, params.id);
    return done(ctx);
  });
}
