import { DatabaseActivity, DatabaseRoute, DatabaseSource, DatabaseStatements, DatabaseTable, databaseStats, int } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answersData } from '../../../platform/http/answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import * as databaseStatsService from './database-stats.service.ts';

const Slow = z.object({ slow: z.enum(['true', 'false']).optional() });

export function databaseStatsRoutes(app: FastifyInstance) {
  const { path, permission } = databaseStats;
  const access = { permission: permission('list') };
  const get = { method: 'GET', access } as const;
  endpoint(app, { ...get, url: `${path}/source`, answer: answersData(DatabaseSource) }, async (ctx) =>
    done(ctx, await databaseStatsService.source(ctx)),
  );
  endpoint(app, { ...get, url: `${path}/statements`, answer: answersData(DatabaseStatements), querystring: Slow }, async (ctx, { query }) =>
    done(ctx, await databaseStatsService.statements(ctx, { slow: query.slow === 'true' })),
  );
  endpoint(app, { ...get, url: `${path}/routes`, answer: answersData(z.array(DatabaseRoute)) }, async (ctx) =>
    done(ctx, databaseStatsService.routes()),
  );
  endpoint(app, { ...get, url: `${path}/activity`, answer: answersData(z.array(DatabaseActivity)) }, async (ctx) =>
    done(ctx, await databaseStatsService.activity(ctx)),
  );
  endpoint(app, { ...get, url: `${path}/tables`, answer: answersData(z.array(DatabaseTable)) }, async (ctx) =>
    done(ctx, await databaseStatsService.tables(ctx)),
  );
  const log = (title: string) => ({ title, type: 'other' }) as const;
  const params = z.object({ pid: int(1, 2_147_483_647) });
  const end = { method: 'PUT', access: { permission: permission('cancel') }, params } as const;
  endpoint(app, { ...end, url: `${path}/cancel/:pid`, log: log('取消数据库语句') }, async (ctx, asked) => {
    await databaseStatsService.cancel(ctx, asked.params.pid);
    return done(ctx);
  });
  endpoint(app, { ...end, url: `${path}/terminate/:pid`, log: log('结束数据库会话') }, async (ctx, asked) => {
    await databaseStatsService.terminate(ctx, asked.params.pid);
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
