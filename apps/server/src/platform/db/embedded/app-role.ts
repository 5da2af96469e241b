import { createHmac } from 'node:crypto';
import pg from 'pg';
import { superuser } from './cluster.ts';

/** Role of the server. The superuser owns and migrates the schema. */
const appRole = 'suyuan_app';

export interface EmbeddedUrls {
  /** As the application's role. */
  url: string;
  /** As the schema owner, the cluster's superuser. */
  ownerUrl: string;
}

/** The application's password is derived from the owner's by a one-way function, so one file stores both. */
export function embeddedUrls(password: string, port: number, database: string): EmbeddedUrls {
  const appPassword = createHmac('sha256', password).update('suyuan/app-role/v1').digest('base64url');
  const at = (role: string, secret: string) => `postgres://${role}:${secret}@127.0.0.1:${port}/${database}`;
  return { url: at(appRole, appPassword), ownerUrl: at(superuser, password) };
}

/** Creates the application's role if its login fails, as in a new cluster. It may read statistics and end sessions, for the database page. */
export async function ensureAppRole({ url, ownerUrl }: EmbeddedUrls): Promise<void> {
  if (await canLogIn(url)) return;
  const { password } = new URL(url);
  await runStatement(
    ownerUrl,
    `do $$ begin
      if not exists (select from pg_roles where rolname = '${appRole}') then create role ${appRole}; end if;
    end $$;
    alter role ${appRole} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}';
    grant pg_monitor, pg_signal_backend to ${appRole};`,
  );
}

async function canLogIn(url: string): Promise<boolean> {
  try {
    await runStatement(url, 'select 1');
    return true;
  } catch (error) {
    // 28P01, invalid_password: no such role, or another password
    if (error instanceof pg.DatabaseError && error.code === '28P01') return false;
    throw error;
  }
}

/** Runs one statement, or several as one transaction, on a new connection. */
export async function runStatement(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => {});
  }
}
