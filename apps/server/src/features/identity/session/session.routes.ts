import { once } from 'node:events';
import { endOtherSessions, endOwnSession, ownSessions, ownSessionWatch } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import type { Installation } from '../../../platform/http/installation.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as deviceService from './device.service.ts';
import * as sessionService from './session.service.ts';

/** The user's own sessions, and their remote sign-out. */
export function sessionRoutes(app: FastifyInstance, installation: Installation) {
  serve(app, ownSessions, (ctx, { query }) => sessionService.list(ctx, query));
  /** Aborts at shutdown, so that pending requests are answered. */
  const shutdown = new AbortController();
  serve(
    app,
    ownSessionWatch,
    async (ctx, { query, request }) => {
      const [finished, disconnected] = [new AbortController(), new AbortController()];
      const onDisconnect = () => disconnected.abort();
      // a broken connection also counts as left
      once(request.raw.socket, 'close', { signal: finished.signal }).then(onDisconnect, onDisconnect);
      const signal = AbortSignal.any([disconnected.signal, shutdown.signal]);
      await sessionService.watch(ctx, request.url.split('?')[0]!, query.seconds, signal).finally(() => finished.abort());
    },
    { waits: true },
  );
  app.addHook('preClose', () => {
    shutdown.abort();
    return sessionService.endWatch(installation.db);
  });
  serve(app, endOtherSessions, (ctx) => sessionService.closeOthers(ctx.db, ctx.actor.userId, ctx.actor.sessionId));
  serve(app, endOwnSession, (ctx, { params }) => deviceService.end(ctx, params.id));
}
