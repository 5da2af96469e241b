import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connect } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/database.types.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser's address of the run's cluster. */
    postgresUrl: string;
    /** The application's address of the run's cluster. */
    applicationUrl: string;
    /** The migrated database that each file clones. */
    templateName: string;
  }
}

const named = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;

/** Runs one statement on the cluster, outside any of its test databases. */
export const onCluster = (url: string, statement: string): Promise<void> => onDatabase(named(url, 'postgres'), statement);

/** Runs one statement as it stands. */
export async function onDatabase(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

export interface TestDatabase {
  /** As the application's role, as the server works. */
  db: Db;
  url: string;
  /** As the owner of the schema, for what the application may not do; opens a connection when it is first used. */
  owner: Db;
  ownerUrl: string;
  close(): Promise<void>;
}

/** A database of the calling file's own: a clone of the migrated template unless told another, dropped at `close`. */
export async function cloneDatabase(template = inject('templateName')): Promise<TestDatabase> {
  const cluster = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onCluster(cluster, `create database ${name} template ${template}`);
  const [url, ownerUrl] = [named(inject('applicationUrl'), name), named(cluster, name)];
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
