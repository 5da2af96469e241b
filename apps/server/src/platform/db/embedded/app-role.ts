import { createHmac } from 'node:crypto';
import pg from 'pg';
import { superuser } from './cluster.ts';

/** The role that the server works as; the superuser owns the schema, and migrates it. */
const appRole = 'suyuan_app';

/** Addresses of one embedded database. */
export interface EmbeddedUrls {
  /** As the role that the server works as. */
  url: string;
  /** As the owner of the schema, who is the cluster's superuser. */
  ownerUrl: string;
}

/** The application's password follows from the owner's, so that one file is enough; the owner's does not follow from it. */
export function embeddedUrls(password: string, port: number, database: string): EmbeddedUrls {
  const appPassword = createHmac('sha256', password).update('suyuan/app-role/v1').digest('base64url');
  const at = (role: string, secret: string) => `postgres://${role}:${secret}@127.0.0.1:${port}/${database}`;
  return { url: at(appRole, appPassword), ownerUrl: at(superuser, password) };
}

/**
 * Makes the application's role where the cluster has none that answers to its password: a new cluster, or one of a release before it had
 * two roles. It may read statistics and end sessions of others, for the page of the data source.
 */
export async function ensureAppRole({ url, ownerUrl }: EmbeddedUrls): Promise<void> {
  if (await answers(url)) return;
  const { password } = new URL(url);
  await run(
    ownerUrl,
    `do $$ begin
      if not exists (select from pg_roles where rolname = '${appRole}') then create role ${appRole}; end if;
    end $$;
    alter role ${appRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}';
    grant pg_monitor, pg_signal_backend to ${appRole};`,
  );
}

async function answers(url: string): Promise<boolean> {
  try {
    await run(url, 'select 1');
    return true;
  } catch (error) {
    // 28P01: no such role, or another password
    if (error instanceof pg.DatabaseError && error.code === '28P01') return false;
    throw error;
  }
}

/** Runs one statement, or several as one transaction, on a connection of its own. */
export async function run(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => {});
  }
}
