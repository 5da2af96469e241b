import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { serveJobs } from './serve-jobs.ts';

export interface DuckDbStatement {
  sql: string;
  /** Bound as texts; the statement casts them. */
  parameters?: readonly (string | null)[];
}

/** Part of a statement, with its parameters. */
export type Condition = Required<DuckDbStatement>;

export interface DuckDbJob {
  /** The only folders that statements can read and write. */
  folders: readonly string[];
  /** For what exceeds the memory. */
  temporaryFolder: string;
  /** Run in order. The rows of the last one are the result. */
  statements: readonly DuckDbStatement[];
  /** Megabytes, in addition to the heap of the thread. */
  memory: number;
}

/** Numbers above 32 bits are texts. */
export type DuckDbRow = Record<string, string | number | boolean | null>;

const CANCEL_POLL_MS = 20;

let instance: { key: string; opened: Promise<DuckDBInstance> } | undefined;

/** Statements can neither load extensions, nor reach other folders or the network, nor change these settings. */
async function open({ folders, temporaryFolder, memory }: Omit<DuckDbJob, 'statements'>): Promise<DuckDBInstance> {
  const opened = await DuckDBInstance.create(':memory:', {
    memory_limit: `${memory}MB`,
    threads: '2',
    temp_directory: temporaryFolder,
  });
  const connection = await opened.connect();
  const allowed = [...folders, temporaryFolder].map((folder) => `'${folder.replaceAll("'", "''")}'`).join(', ');
  for (const setting of [
    'parquet_metadata_cache = true',
    // every result that needs an order has one
    'preserve_insertion_order = false',
    'autoinstall_known_extensions = false',
    'autoload_known_extensions = false',
    `allowed_directories = [${allowed}]`,
    'enable_external_access = false',
    'lock_configuration = true',
  ])
    await connection.run(`set ${setting}`);
  connection.closeSync();
  return opened;
}

async function runStatements(connection: DuckDBConnection, statements: readonly DuckDbStatement[]): Promise<DuckDbRow[]> {
  let rows: DuckDbRow[] = [];
  for (const { sql, parameters = [] } of statements) {
    const reader = await connection.runAndReadAll(sql, [...parameters]);
    // Cast: values in JSON are of these types; statements select no lists and structures.
    rows = reader.getRowObjectsJson() as DuckDbRow[];
  }
  return rows;
}

serveJobs<DuckDbJob, DuckDbRow[]>(async ({ statements, ...settings }, { send, isCancelled }) => {
  const key = JSON.stringify(settings);
  if (instance?.key !== key) instance = { key, opened: open(settings) };
  const connection = await (await instance.opened).connect();
  const watch = setInterval(() => {
    if (isCancelled()) connection.interrupt();
  }, CANCEL_POLL_MS);
  try {
    await send(await runStatements(connection, statements));
  } finally {
    clearInterval(watch);
    connection.closeSync();
  }
});
