import { DruidActivity, DruidRoute, DruidSource, DruidStatements, DruidTable, druid, int } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answersData } from '../../../http/answer.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { done } from '../../../http/envelope.ts';
import * as druidService from './druid.service.ts';

const Slow = z.object({ slow: z.enum(['true', 'false']).optional() });

export function druidRoutes(app: FastifyInstance) {
  const { path, permission } = druid;
  const access = { permission: permission('list') };
  const get = { method: 'GET', access } as const;
  endpoint(app, { ...get, url: `${path}/source`, answer: answersData(DruidSource) }, async (ctx) =>
    done(ctx, await druidService.source(ctx)),
  );
  endpoint(app, { ...get, url: `${path}/statements`, answer: answersData(DruidStatements), querystring: Slow }, async (ctx, { query }) =>
    done(ctx, await druidService.statements(ctx, { slow: query.slow === 'true' })),
  );
  endpoint(app, { ...get, url: `${path}/routes`, answer: answersData(z.array(DruidRoute)) }, async (ctx) =>
    done(ctx, druidService.routes()),
  );
  endpoint(app, { ...get, url: `${path}/activity`, answer: answersData(z.array(DruidActivity)) }, async (ctx) =>
    done(ctx, await druidService.activity(ctx)),
  );
  endpoint(app, { ...get, url: `${path}/tables`, answer: answersData(z.array(DruidTable)) }, async (ctx) =>
    done(ctx, await druidService.tables(ctx)),
  );
  const log = (title: string) => ({ title, type: 'other' }) as const;
  const params = z.object({ pid: int(1, 2_147_483_647) });
  const end = { method: 'PUT', access: { permission: permission('cancel') }, params } as const;
  endpoint(app, { ...end, url: `${path}/cancel/:pid`, log: log('取消数据库语句') }, async (ctx, asked) => {
    await druidService.cancel(ctx, asked.params.pid);
    return done(ctx);
  });
  endpoint(app, { ...end, url: `${path}/terminate/:pid`, log: log('结束数据库会话') }, async (ctx, asked) => {
    await druidService.terminate(ctx, asked.params.pid);
    return done(ctx);
  });
  endpoint(
    app,
    { method: 'DELETE', url: `${path}/statements`, access: { permission: permission('reset') }, log: log('重置语句统计') },
    async (ctx) => {
      await druidService.reset(ctx);
      return done(ctx);
    },
  );
}
