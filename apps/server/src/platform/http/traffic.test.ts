import fastify from 'fastify';
import { expect, it } from 'vitest';
import { requestStats } from '../db/statement-stats.ts';
import { countTraffic, trafficByRoute } from './traffic.ts';

it('does not count long polling requests, and still tracks their SQL statements', async () => {
  const app = fastify();
  countTraffic(app);
  const handler = async () => ({ asks: requestStats.getStore() !== undefined });
  app.get('/waits', { config: { access: 'anonymous', waits: true } }, handler);
  app.get('/usual', { config: { access: 'anonymous' } }, handler);
  for (const url of ['/waits', '/usual']) expect((await app.inject({ method: 'GET', url })).json()).toEqual({ asks: true });
  const counted = trafficByRoute().map(({ route }) => route);
  expect(counted).toContain('GET /usual');
  expect(counted).not.toContain('GET /waits');
  await app.close();
});
