import { DatabaseActivity, DatabaseRoute, DatabaseSource, DatabaseStatements, DatabaseTable, databaseStats, int } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as databaseStatsService from './database-stats.service.ts';

const StatementsQuery = z.object({ slow: z.enum(['true', 'false']).optional() });

export function databaseStatsRoutes(app: FastifyInstance) {
  const { path, permission } = databaseStats;
  const access = { permission: permission('list') };
  const getRoute = { method: 'GET', access } as const;
  endpoint(app, { ...getRoute, url: `${path}/source`, answer: dataResponse(DatabaseSource) }, async (ctx) =>
    done(ctx, await databaseStatsService.source(ctx)),
  );
  endpoint(
    app,
    { ...getRoute, url: `${path}/statements`, answer: dataResponse(DatabaseStatements), querystring: StatementsQuery },
    async (ctx, { query }) => done(ctx, await databaseStatsService.statements(ctx, { slow: query.slow === 'true' })),
  );
  endpoint(app, { ...getRoute, url: `${path}/routes`, answer: dataResponse(z.array(DatabaseRoute)) }, async (ctx) =>
    done(ctx, databaseStatsService.routes()),
  );
  endpoint(app, { ...getRoute, url: `${path}/activity`, answer: dataResponse(z.array(DatabaseActivity)) }, async (ctx) =>
    done(ctx, await databaseStatsService.activity(ctx)),
  );
  endpoint(app, { ...getRoute, url: `${path}/tables`, answer: dataResponse(z.array(DatabaseTable)) }, async (ctx) =>
    done(ctx, await databaseStatsService.tables(ctx)),
  );
  const log = (title: string) => ({ title, type: 'other' }) as const;
  const params = z.object({ pid: int(1, 2_147_483_647) });
  const endRoute = { method: 'PUT', access: { permission: permission('cancel') }, params } as const;
  endpoint(app, { ...endRoute, url: `${path}/cancel/:pid`, log: log('取消数据库语句') }, async (ctx, input) => {
    await databaseStatsService.cancel(ctx, input.params.pid);
    return done(ctx);
  });
  endpoint(app, { ...endRoute, url: `${path}/terminate/:pid`, log: log('结束数据库会话') }, async (ctx, input) => {
    await databaseStatsService.terminate(ctx, input.params.pid);
    return done(ctx);
  });
  endpoint(
    app,
    { method: 'DELETE', url: `${path}/statements`, access: { permission: permission('reset') }, log: log('重置语句统计') },
    async (ctx) => {
      await databaseStatsService.reset(ctx);
      return done(ctx);
    },
  );
}
