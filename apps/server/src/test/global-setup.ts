import type { TestProject } from 'vitest/node';
import { connect } from '../platform/db/connect.ts';
import { migrate } from '../platform/db/migrate.ts';
import { onCluster } from './database.ts';
import { testPostgres } from './postgres.ts';

/** One cluster and one migrated template per run. */
export default async function setup({ provide }: TestProject) {
  const server = await testPostgres();
  await onCluster(server.url, 'create database suyuan_template');
  const template = (url: string) => Object.assign(new URL(url), { pathname: '/suyuan_template' }).href;
  const db = connect(template(server.appUrl), { ownerUrl: template(server.url) });
  await migrate(db);
  await db.destroy();
  provide('postgresUrl', server.url);
  provide('applicationUrl', server.appUrl);
  provide('templateName', 'suyuan_template');
  return () => server.stop();
}
