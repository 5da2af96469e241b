import { Id, Task, tasks } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answersData, answersRows } from '../../../platform/http/answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done, listed } from '../../../platform/http/envelope.ts';
import { listQuery } from '../../../platform/http/list-query.ts';
import * as taskService from './task.service.ts';
import type { TaskHandlers } from './task-handler.ts';

/** @param handlers clean up after cancelled tasks */
export function taskRoutes(app: FastifyInstance, handlers: TaskHandlers) {
  const query = listQuery(z.object({}), []);
  endpoint(
    app,
    { method: 'GET', url: `${tasks.path}/list`, answer: answersRows(Task), access: 'signedIn', querystring: query },
    async (ctx, asked) => listed(ctx, await taskService.list(ctx, asked.query)),
  );

  const one = z.object({ id: Id });
  endpoint(
    app,
    { method: 'GET', url: `${tasks.path}/:id`, answer: answersData(Task), access: 'signedIn', params: one },
    async (ctx, asked) => done(ctx, await taskService.read(ctx, asked.params.id)),
  );

  const log = { title: tasks.log, type: 'edit' } as const;
  const cancel = { method: 'PUT', url: `${tasks.path}/:id/cancel`, access: 'signedIn', log, params: one } as const;
  endpoint(app, cancel, async (ctx, asked) => {
    await taskService.cancel(ctx, handlers, asked.params.id);
    return done(ctx);
  });
}
