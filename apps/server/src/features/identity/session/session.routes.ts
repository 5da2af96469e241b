import { once } from 'node:events';
import { OwnSession } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done, listed } from '../../../platform/http/envelope.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { listQuery } from '../../../platform/http/list-query.ts';
import { emptyResponse, rowsResponse } from '../../../platform/http/response-spec.ts';
import * as deviceService from './device.service.ts';
import * as sessionService from './session.service.ts';
import { endWatch } from './session.service.ts';

const PATH = '/account/session';

/** Maximum long-poll time in seconds, below common proxy timeouts. */
const MAX_SECONDS = 30;

/** The user's own sessions, and their remote sign-out. */
export function sessionRoutes(app: FastifyInstance, installation: Installation) {
  const access = 'signedIn';
  const log = { title: '登录设备', type: 'forceOut' } as const;
  const querystring = listQuery(z.object({}), []);
  endpoint(app, { method: 'GET', url: `${PATH}/list`, answer: rowsResponse(OwnSession), access, querystring }, async (ctx, { query }) =>
    listed(ctx, await sessionService.list(ctx, query)),
  );
  /** Aborts at shutdown, so that pending requests are answered. */
  const shutdown = new AbortController();
  const watchQuery = z.object({ seconds: z.coerce.number().int().min(0).max(MAX_SECONDS).default(0) });
  endpoint(
    app,
    { method: 'GET', url: `${PATH}/watch`, answer: emptyResponse, access, waits: true, querystring: watchQuery },
    async (ctx, { query, request }) => {
      const [finished, disconnected] = [new AbortController(), new AbortController()];
      const onDisconnect = () => disconnected.abort();
      // a broken connection also counts as left
      once(request.raw.socket, 'close', { signal: finished.signal }).then(onDisconnect, onDisconnect);
      const signal = AbortSignal.any([disconnected.signal, shutdown.signal]);
      await sessionService.watch(ctx, query.seconds, signal).finally(() => finished.abort());
      return done(ctx);
    },
  );
  app.addHook('preClose', () => {
    shutdown.abort();
    return endWatch(installation.db);
  });
  endpoint(app, { method: 'DELETE', url: `${PATH}/others`, access, log }, async (ctx) => {
    await sessionService.closeOthers(ctx.db, ctx.actor.userId, ctx.actor.sessionId);
    return done(ctx);
  });
  endpoint(app, { method: 'DELETE', url: `${PATH}/:id`, access, log, params: z.object({ id: z.uuid() }) }, async (ctx, { params }) => {
    await deviceService.end(ctx, params.id);
    return done(ctx);
  });
}
