import type { TestProject } from 'vitest/node';
import { connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { onCluster } from './database.ts';
import { testPostgres } from './postgres.ts';

/** One cluster and one migrated template for the whole run. */
export default async function setup({ provide }: TestProject) {
  const server = await testPostgres();
  await onCluster(server.url, 'create database suyuan_template');
  const db = connect(Object.assign(new URL(server.url), { pathname: '/suyuan_template' }).href);
  await migrate(db);
  await db.destroy();
  provide('postgresUrl', server.url);
  provide('templateName', 'suyuan_template');
  return () => server.stop();
}
