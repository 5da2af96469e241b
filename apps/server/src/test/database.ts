import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connect } from '../db/connect.ts';
import type { Db } from '../db/database.types.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser's address of the run's cluster. */
    postgresUrl: string;
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
  await client.query(statement);
  await client.end();
}

/** A database of the calling file's own: a clone of the migrated template unless told another, dropped at `close`. */
export async function cloneDatabase(template = inject('templateName')): Promise<{ db: Db; url: string; close(): Promise<void> }> {
  const cluster = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onCluster(cluster, `create database ${name} template ${template}`);
  const url = named(cluster, name);
  const db = connect(url, { max: 20 });
  return {
    db,
    url,
    async close() {
      await db.destroy();
      await onCluster(cluster, `drop database if exists ${name} with (force)`);
    },
  };
}
