import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connect } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/db.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser URL of the test cluster. */
    postgresUrl: string;
    /** Application URL of the test cluster. */
    applicationUrl: string;
    /** Migrated database that each test file clones. */
    templateName: string;
  }
}

const urlOf = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;

/** Runs one statement on the cluster's `postgres` database. */
export const onCluster = (url: string, statement: string): Promise<void> => onDatabase(urlOf(url, 'postgres'), statement);

export async function onDatabase(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

export interface TestDatabase {
  db: Db;
  url: string;
  /** Connects on first use. */
  owner: Db;
  ownerUrl: string;
  close(): Promise<void>;
}

/** A clone of the migrated template for one test file, dropped at `close`. */
export async function cloneDatabase(template = inject('templateName')): Promise<TestDatabase> {
  const cluster = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onCluster(cluster, `create database ${name} template ${template}`);
  const [url, ownerUrl] = [urlOf(inject('applicationUrl'), name), urlOf(cluster, name)];
  const db = connect(url, { max: 20, ownerUrl });
  const owner = connect(ownerUrl, { max: 2 });
  return {
    db,
    url,
    owner,
    ownerUrl,
    async close() {
      await Promise.all([db.destroy(), owner.destroy()]);
      await onCluster(cluster, `drop database if exists ${name} with (force)`);
    },
  };
}
