import type { FastifyInstance } from 'fastify';
import * as taskService from '../features/system/task/task.service.ts';
import { cacheState } from '../platform/cache/cache.ts';
import { localCachesOf } from '../platform/cache/shelf.ts';
import { poolOf } from '../platform/db/connect.ts';
import { isSilent } from '../platform/db/pulse.ts';
import { readStandbyMissing } from '../platform/db/readiness.ts';
import { createApp } from '../platform/http/frame.ts';
import { healthRoutes } from '../platform/http/health.ts';
import type { Installation } from '../platform/http/installation.ts';
import { gauge } from '../platform/http/metrics.ts';
import { readinessCheck } from './readiness.ts';

/** Registers `/live`, `/ready` and `/metrics` on a site. */
export function registerSupervision(app: FastifyInstance, installation: Installation) {
  registerGauges(installation);
  healthRoutes(app, { parts: readinessCheck(installation), metricsToken: installation.metricsToken });
}

/** The same endpoints on a separate port, for workers or to isolate probes from the sites. */
export async function supervisionApp(installation: Installation): Promise<FastifyInstance> {
  const app = createApp(installation);
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-content-type-options', 'nosniff'));
  app.setNotFoundHandler((_request, reply) => void reply.code(404).type('text/plain; charset=utf-8').send('404'));
  registerSupervision(app, installation);
  return app;
}

/** Values from the database are the same in every process. */
function registerGauges({ db }: Installation) {
  gauge('suyuan_pool_connections', 'Connections of this process to the database.', ['state'], () => {
    const { max, open, idle, waiting } = poolOf(db);
    const states = { max, open, idle, busy: open - idle, waiting };
    return Object.entries(states).map(([state, value]) => ({ labels: { state }, value }));
  });
  gauge('suyuan_cache_entries', 'Entries that this process remembers, by name.', ['name'], () =>
    [...localCachesOf(db)].map(([name, { entries }]) => ({ labels: { name }, value: entries.size })),
  );
  gauge('suyuan_cache_answers', 'Questions to what this process remembers since its start, by name and outcome.', ['name', 'outcome'], () =>
    [...localCachesOf(db)].flatMap(([name, { hits, misses }]) => [
      { labels: { name, outcome: 'hit' }, value: hits },
      { labels: { name, outcome: 'miss' }, value: misses },
    ]),
  );
  gauge(
    'suyuan_cache_state',
    '1 by how this process remembers: for itself, together with others, or for itself as what is shared is lost.',
    ['state'],
    () => [{ labels: { state: cacheState(db) }, value: 1 }],
  );
  gauge('suyuan_database_silent', '1 while the database has stopped answering.', [], () => [{ value: isSilent(db) ? 1 : 0 }]);
  gauge(
    'suyuan_synchronous_standby_missing',
    '1 while synchronous_standby_names is set and no synchronous standby streams.',
    [],
    async () => (isSilent(db) ? [] : [{ value: (await readStandbyMissing(db)) ? 1 : 0 }]),
  );
  gauge('suyuan_tasks', 'Long work that has not ended, by kind and state.', ['kind', 'state'], async () => {
    if (isSilent(db)) return [];
    return (await taskService.backlog(db)).map(({ kind, state, count }) => ({ labels: { kind, state }, value: count }));
  });
  gauge('suyuan_tasks_oldest_seconds', 'Seconds that the longest waiting task has waited.', [], async () => {
    if (isSilent(db)) return [];
    return [{ value: await taskService.longestWait(db) }];
  });
}
