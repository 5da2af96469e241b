import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { connect } from '../platform/db/connect.ts';
import { move } from '../platform/db/distribute.ts';
import { migrate } from '../platform/db/migrate.ts';
import { onCluster, onDatabase } from './database.ts';
import { testPostgres } from './postgres.ts';

/** In the names of the template databases, because several runs can share one cluster. */
const RUN = randomBytes(4).toString('hex');
const TEMPLATE = `suyuan_template_${RUN}`;
/** The same before it is distributed. */
const SINGLE_TEMPLATE = `suyuan_single_template_${RUN}`;
const templateOf = (url: string) => Object.assign(new URL(url), { pathname: `/${TEMPLATE}` }).href;

interface Cluster {
  url: string;
  appUrl: string;
  workers?: string[];
  stop(): Promise<void>;
}

/** One cluster and one migrated template per run. With `TEST_DATABASE_URL`, on the Citus cluster of that coordinator. */
export default async function setup({ provide }: TestProject) {
  const server: Cluster = process.env.TEST_DATABASE_URL ? await citusCluster(process.env.TEST_DATABASE_URL) : await testPostgres();
  const workerUrls = server.workers ?? [];
  for (const url of [server.url, ...workerUrls]) await onCluster(url, `create database ${TEMPLATE}`);
  const db = connect(templateOf(server.appUrl), { ownerUrl: templateOf(server.url) });
  await migrate(db);
  await db.destroy();
  if (workerUrls.length > 0) {
    await onCluster(server.url, `create database ${SINGLE_TEMPLATE} template ${TEMPLATE}`);
    await distributeTemplate(server.url, workerUrls);
  }
  provide('postgresUrl', server.url);
  provide('applicationUrl', server.appUrl);
  provide('templateName', TEMPLATE);
  provide('singleTemplateName', workerUrls.length > 0 ? SINGLE_TEMPLATE : TEMPLATE);
  provide('workerUrls', workerUrls);
  return () => server.stop();
}

/** @param url superuser of a coordinator with workers, in a database with the extension */
async function citusCluster(url: string) {
  const workers = await workerUrlsOf(url);
  if (workers.length === 0) throw new Error('TEST_DATABASE_URL names no Citus coordinator with workers');
  await onDatabase(
    url,
    `do $$ begin if not exists (select from pg_roles where rolname = 'suyuan_app') then create role suyuan_app login; end if; end $$`,
  );
  await onDatabase(url, 'grant pg_monitor, pg_signal_backend to suyuan_app');
  const removeTemplates = async () => {
    for (const node of [url, ...workers]) await onCluster(node, `drop database if exists ${TEMPLATE} with (force)`);
    await onCluster(url, `drop database if exists ${SINGLE_TEMPLATE} with (force)`);
  };
  return { url, appUrl: Object.assign(new URL(url), { username: 'suyuan_app' }).href, workers, stop: removeTemplates };
}

/** Distributes the template, and closes it to the connections of Citus, which would prevent a clone. */
async function distributeTemplate(url: string, workers: string[]) {
  for (const node of [url, ...workers]) await onDatabase(templateOf(node), 'create extension citus');
  const { hostname, port } = new URL(url);
  await onDatabase(templateOf(url), `select citus_set_coordinator_host('${hostname}', ${port})`);
  for (const worker of workers) {
    const { hostname: host, port: workerPort } = new URL(worker);
    await onDatabase(templateOf(url), `select citus_add_node('${host}', ${workerPort})`);
  }
  const owner = connect(templateOf(url), { max: 1 });
  await owner.connection().execute((session) => move(session, 'cluster', { shards: 4 }));
  await owner.destroy();
  for (const node of [url, ...workers]) {
    await onCluster(node, `alter database ${TEMPLATE} allow_connections false`);
    await onCluster(node, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${TEMPLATE}'`);
  }
}

/** URLs of the workers of a Citus coordinator, for the same role; empty for one PostgreSQL. */
async function workerUrlsOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: extensions } = await client.query(`select from pg_extension where extname = 'citus'`);
    if (extensions.length === 0) return [];
    const { rows } = await client.query<{ host: string; port: number }>(
      `select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and isactive order by nodeport`,
    );
    return rows.map(({ host, port }) => Object.assign(new URL(url), { hostname: host, port: String(port) }).href);
  } finally {
    await client.end();
  }
}
