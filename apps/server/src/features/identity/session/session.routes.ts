import { once } from 'node:events';
import { OwnSession } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answersDone, answersRows } from '../../../platform/http/answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done, listed } from '../../../platform/http/envelope.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { listQuery } from '../../../platform/http/list-query.ts';
import * as deviceService from './device.service.ts';
import * as sessionService from './session.service.ts';
import { endWatch } from './session-watch.ts';

const PATH = '/account/session';

/** Maximum long-poll time in seconds, below common proxy timeouts. */
const LONGEST = 30;

/** The user's own sessions, and their remote sign-out. */
export function sessionRoutes(app: FastifyInstance, installation: Installation) {
  const access = 'signedIn';
  const log = { title: '登录设备', type: 'forceOut' } as const;
  const querystring = listQuery(z.object({}), []);
  endpoint(app, { method: 'GET', url: `${PATH}/list`, answer: answersRows(OwnSession), access, querystring }, async (ctx, { query }) =>
    listed(ctx, await sessionService.list(ctx, query)),
  );
  /** Aborts at shutdown, so that pending requests are answered. */
  const ending = new AbortController();
  const waiting = z.object({ seconds: z.coerce.number().int().min(0).max(LONGEST).default(0) });
  endpoint(
    app,
    { method: 'GET', url: `${PATH}/watch`, answer: answersDone, access, waits: true, querystring: waiting },
    async (ctx, { query, request }) => {
      const [answered, left] = [new AbortController(), new AbortController()];
      const leave = () => left.abort();
      // a broken connection also counts as left
      once(request.raw.socket, 'close', { signal: answered.signal }).then(leave, leave);
      const over = AbortSignal.any([left.signal, ending.signal]);
      await sessionService.watch(ctx, query.seconds, over).finally(() => answered.abort());
      return done(ctx);
    },
  );
  app.addHook('preClose', () => {
    ending.abort();
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
