import { Id, Task, tasks } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done, listed } from '../../../platform/http/envelope.ts';
import { listQuery } from '../../../platform/http/list-query.ts';
import { dataResponse, rowsResponse } from '../../../platform/http/response-spec.ts';
import * as taskService from './task.service.ts';
import type { TaskHandlers } from './task-handler.ts';

/** @param handlers clean up after cancelled tasks */
export function taskRoutes(app: FastifyInstance, handlers: TaskHandlers) {
  const querystring = listQuery(z.object({}), []);
  endpoint(
    app,
    { method: 'GET', url: `${tasks.path}/list`, answer: rowsResponse(Task), access: 'signedIn', querystring },
    async (ctx, input) => listed(ctx, await taskService.list(ctx, input.query)),
  );

  const taskParams = z.object({ id: Id });
  endpoint(
    app,
    { method: 'GET', url: `${tasks.path}/:id`, answer: dataResponse(Task), access: 'signedIn', params: taskParams },
    async (ctx, input) => done(ctx, await taskService.read(ctx, input.params.id)),
  );

  const log = { title: tasks.log, type: 'edit' } as const;
  const cancelRoute = { method: 'PUT', url: `${tasks.path}/:id/cancel`, access: 'signedIn', log, params: taskParams } as const;
  endpoint(app, cancelRoute, async (ctx, input) => {
    await taskService.cancel(ctx, handlers, input.params.id);
    return done(ctx);
  });
}
