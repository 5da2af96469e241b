import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connect } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/db.ts';
import { WORKER_SETTINGS } from '../platform/db/distribute.ts';
import { isDistributed, readLayout, setDistributed } from '../platform/db/layout.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser URL of the test cluster. */
    postgresUrl: string;
    /** Application URL of the test cluster. */
    applicationUrl: string;
    /** Migrated database that each test file clones. */
    templateName: string;
    /** The same on one PostgreSQL. */
    singleTemplateName: string;
    /** Superuser URLs of the workers of a Citus coordinator; empty for one PostgreSQL. */
    workerUrls: string[];
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

const nodes = () => [inject('postgresUrl'), ...inject('workerUrls')];

/** On a cluster each node clones its own part of the template. */
async function createClone(name: string, template: string) {
  const workers = template === inject('templateName') ? inject('workerUrls') : [];
  if (workers.length === 0) return onCluster(inject('postgresUrl'), `create database ${name} template ${template}`);
  await Promise.all([inject('postgresUrl'), ...workers].map((node) => cloneOnNode(node, name, template)));
  // a clone does not have the settings of its template, and Citus does not know it as its own
  const settings = WORKER_SETTINGS.map((setting) => `alter database ${name} set ${setting}`).join('; ');
  await Promise.all(workers.map((node) => onCluster(node, `set citus.enable_ddl_propagation = off; ${settings}`)));
}

const cloneOnNode = (node: string, name: string, template: string) =>
  retryWhileInUse(async () => {
    await onCluster(node, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${template}'`);
    await onCluster(node, `create database ${name} template ${template}`);
  });

/** Citus keeps a connection to each database, which prevents a clone and a drop, and opens it again after seconds. */
async function retryWhileInUse(work: () => Promise<void>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 20 || !(error instanceof pg.DatabaseError) || error.code !== '55006') throw error;
    }
  }
}

async function dropOnNode(node: string, name: string) {
  await onCluster(node, `update pg_database set datallowconn = false where datname = '${name}'`);
  await retryWhileInUse(() => onCluster(node, `drop database if exists ${name} with (force)`));
}

/** A clone of the migrated template for one test file, dropped at `close`. */
export async function cloneDatabase(template = inject('templateName')): Promise<TestDatabase> {
  const cluster = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await createClone(name, template);
  const [url, ownerUrl] = [urlOf(inject('applicationUrl'), name), urlOf(cluster, name)];
  const db = connect(url, { max: 20, ownerUrl });
  const owner = connect(ownerUrl, { max: 2 });
  await readLayout(db);
  return {
    db,
    url,
    owner,
    ownerUrl,
    async close() {
      await Promise.all([db.destroy(), owner.destroy()]);
      await Promise.all(nodes().map((node) => dropOnNode(node, name)));
    },
  };
}

/** As `cloneDatabase`, never distributed. The process keeps the layout of its other databases. */
export async function cloneSingleDatabase(): Promise<TestDatabase> {
  const layout = isDistributed();
  const clone = await cloneDatabase(inject('singleTemplateName'));
  setDistributed(layout);
  return clone;
}
