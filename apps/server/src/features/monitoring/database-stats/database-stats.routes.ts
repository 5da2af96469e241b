import {
  cancelStatement,
  databaseActivity,
  databaseRoutes,
  databaseSource,
  databaseStatements,
  databaseTables,
  resetStatements,
  terminateSession,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../../platform/http/serve.ts';
import * as databaseStatsService from './database-stats.service.ts';

export function databaseStatsRoutes(app: FastifyInstance) {
  serve(app, databaseSource, databaseStatsService.source);
  serve(app, databaseStatements, (ctx, { query }) => databaseStatsService.statements(ctx, { slow: query.slow === 'true' }));
  serve(app, databaseRoutes, async () => databaseStatsService.routes());
  serve(app, databaseActivity, databaseStatsService.activity);
  serve(app, databaseTables, databaseStatsService.tables);
  serve(app, cancelStatement, (ctx, { params }) => databaseStatsService.cancel(ctx, params.pid));
  serve(app, terminateSession, (ctx, { params }) => databaseStatsService.terminate(ctx, params.pid));
  serve(app, resetStatements, databaseStatsService.reset);
}
