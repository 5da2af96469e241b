import { cancelTask, ownTask, ownTasks } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../../platform/http/serve.ts';
import * as taskService from './task.service.ts';
import type { TaskHandlers } from './task-handler.ts';

/** @param handlers clean up after cancelled tasks */
export function taskRoutes(app: FastifyInstance, handlers: TaskHandlers) {
  serve(app, ownTasks, (ctx, { query }) => taskService.list(ctx, query));
  serve(app, ownTask, (ctx, { params }) => taskService.read(ctx, params.id));
  serve(app, cancelTask, (ctx, { params }) => taskService.cancel(ctx, handlers, params.id));
}
