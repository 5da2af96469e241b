import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { OperatorError, reasonOf, type Sentence, sentence } from '../operator-error.ts';
import { onOwner } from './connect.ts';
import type { Db } from './db.ts';
import { type AttemptOptions, attemptWithLocks, withMigrationLock } from './migration-locks.ts';
import type { Migration, Step } from './migration-steps.ts';
import { migrations } from './migrations/index.ts';
import { applicationRole, grantRights } from './rights.ts';

/** In order. */
export const migrationNames = Object.keys(migrations);

/** Exit code of a release that cannot work with a newer schema. */
const OLDER_RELEASE = 4;
/** First migration of version 0.1, whose history ended with the baseline of 1.0.0. */
const UNRELEASED = '0001-organisation';

/** True for the migrations of a database or an archive of version 0.1, which was never released. */
export const isUnreleased = (migrations: readonly string[]): boolean => migrations.includes(UNRELEASED);

/** Names of applied migrations, in order. */
export const APPLIED = `select name from kysely_migration union select migration from kysely_migration_record where step = '' order by 1`;

interface MigrateOptions {
  /** The only migrations to apply; absent: all. */
  only?: readonly string[] | undefined;
  /** Runs before each attempt and each part of a step; an exception gives up. */
  proceed?: (() => void) | undefined;
  /** By name. */
  available?: Record<string, Migration>;
  /** Receives what happens and what is waited for. */
  report?: (message: Sentence) => void;
}

/** Milliseconds between two messages of a step, and before the first. Most steps of a small database end before. */
const REPORT_INTERVAL = 2000;

interface PendingStep {
  migration: string;
  step: Step;
}

/**
 * Applies all pending migrations in one transaction, then their steps, one process at a time. Returns the names of the applied migrations. A
 * lock that is not free within half a second ends the attempt; others follow. A release that is older than the schema applies nothing.
 * @throws OperatorError with exit code 4 where the schema is newer than this release and requires a newer one, before anything is changed
 * @throws OperatorError where version 0.1 created the schema, before anything is changed
 * @throws OperatorError where a lock was held through all attempts, the role does not own the schema, or it is not as expected
 */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<string[]> {
  const role = await applicationRole(db);
  return onOwner(db, async (session) => {
    const { applied, isOlder } = await applyPending(db, session, options);
    if (role !== undefined && !isOlder) await grantRights(session, role);
    return applied;
  });
}

async function applyPending(
  db: Db,
  session: Db,
  { only, proceed = () => {}, available = migrations, report = console.error }: MigrateOptions,
): Promise<{ applied: string[]; isOlder: boolean }> {
  const wanted = only ?? Object.keys(available);
  const state = await readState(session, available, wanted);
  if (state.newer.length > 0) report(olderRelease(state.newer));
  if (state.isComplete) return { applied: [], isOlder: state.newer.length > 0 };
  await sql`set statement_timeout = 0`.execute(session);
  await sql`set lock_timeout = 0`.execute(session);
  try {
    const applied = await withMigrationLock(session, report, async () => {
      const options = { proceed, report };
      const applied = await attemptWithLocks(db, session, options, async (tx) => applyAll(tx, available, wanted));
      const { steps } = await readState(session, available, wanted);
      for (const step of steps) await runStep(db, session, step, options);
      return applied;
    });
    return { applied, isOlder: false };
  } finally {
    await sql`reset statement_timeout`.execute(session);
    await sql`reset lock_timeout`.execute(session);
  }
}

/** @param afterEach runs in the same transaction */
export async function applyAll(
  tx: Db,
  available: Record<string, Migration>,
  wanted: readonly string[],
  afterEach = async (_name: string) => {},
): Promise<string[]> {
  await createRecords(tx);
  const { migrations: pending } = await readState(tx, available, wanted);
  for (const name of pending) {
    const { up, required = false } = available[name] as Migration;
    await up(tx as unknown as Kysely<unknown>).catch((cause: unknown) => refuseSchema(name, cause));
    if (required) await sql`insert into kysely_migration (name, timestamp) values (${name}, now()::text)`.execute(tx);
    else await sql`insert into kysely_migration_record (migration, step, end_time) values (${name}, '', now())`.execute(tx);
    await afterEach(name);
  }
  return pending;
}

/** Tables, columns or rows are not as the migration expects them: SQLSTATE classes 22, 23 and 42 without 42501, a missing right. */
const isUnexpectedSchema = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^(22|23|42(?!501))/.test(error.code ?? '');

function refuseSchema(name: string, cause: unknown): never {
  if (!isUnexpectedSchema(cause)) throw cause;
  const reason = reasonOf(cause);
  // a database that another program uses may have a table of the same name
  if (cause.code === '42P07' && name === migrationNames[0])
    throw new OperatorError(
      `数据库里有其他程序的表（${reason}）；DATABASE_URL 应指向一个空的数据库`,
      'the database has tables of another program; DATABASE_URL must name an empty database',
      { cause },
    );
  throw new OperatorError(
    `数据库结构升级 ${name} 不能执行：${reason}；结构在升级之外被改过，改回后再运行，或恢复备份`,
    `the migration ${name} cannot run: ${reason}; the schema was changed other than by migrations: undo that and run this again, or restore a backup`,
    { cause },
  );
}

/**
 * `kysely_migration` has the names that a release must know to work with the schema. Release 1.0.0 knows only this table.
 * `kysely_migration_record` has all other migrations (the step is empty), and steps with their progress until they end.
 */
async function createRecords(tx: Db) {
  await sql
    .raw(`
      create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
      create table if not exists kysely_migration_record (
        migration text not null, step text not null, progress jsonb, end_time timestamptz, primary key (migration, step)
      );
      drop table if exists kysely_migration_lock`)
    .execute(tx);
}

async function runStep(db: Db, session: Db, { migration, step }: PendingStep, options: AttemptOptions) {
  const save = (tx: Db, progress: unknown, ended = false) =>
    sql`insert into kysely_migration_record (migration, step, progress, end_time)
      values (${migration}, ${step.name}, ${JSON.stringify(progress ?? null)}::jsonb, case when ${ended}::boolean then now() end)
      on conflict (migration, step) do update set progress = excluded.progress, end_time = excluded.end_time`
      .execute(tx)
      .then(() => {});
  options.proceed();
  const title = sentence(
    `数据库结构升级 ${migration}：${step.name}（表 ${step.table}）`,
    `migration ${migration}: ${step.name} (table ${step.table})`,
  );
  let reportedAt = performance.now();
  const report = (message: Sentence) => {
    if (performance.now() - reportedAt < REPORT_INTERVAL) return;
    reportedAt = performance.now();
    options.report(message);
  };
  const timer = setTimeout(() => options.report(title), REPORT_INTERVAL);
  const { rows } = await sql<{ progress: unknown }>`
    select progress from kysely_migration_record where migration = ${migration} and step = ${step.name}`.execute(session);
  const attempt = <T>(work: (tx: Db) => Promise<T>) => attemptWithLocks(db, session, options, work);
  const { proceed } = options;
  await step
    .run({ proceed, report, session, progress: rows[0]?.progress ?? undefined, save, attempt })
    .catch((cause: unknown) => refuseSchema(`${migration} · ${step.name}`, cause))
    .finally(() => clearTimeout(timer));
  await save(session, null, true);
}

interface MigrationState {
  /** Of a newer release. */
  newer: string[];
  /** Not applied yet. */
  migrations: string[];
  /** Not ended yet, without those of migrations that are not applied. */
  steps: PendingStep[];
  isComplete: boolean;
}

/** @throws OperatorError where this release cannot work with the schema */
export async function readState(session: Db, available: Record<string, Migration>, wanted: readonly string[]): Promise<MigrationState> {
  const { required, records, areRecordsPresent } = await readRecords(session);
  const applied = [...required, ...records.filter(({ step }) => step === '').map(({ migration }) => migration)];
  if (isUnreleased(applied)) throw unreleased();
  const isKnown = (name: string) => Object.hasOwn(available, name);
  rejectOlderRelease(required.filter((name) => !isKnown(name)));
  const steps = wanted
    .filter((name) => applied.includes(name))
    .flatMap((migration) => (available[migration]?.steps ?? []).map((step) => ({ migration, step })))
    .filter(
      ({ migration, step }) => !records.some((record) => record.migration === migration && record.step === step.name && record.ended),
    );
  const pending = wanted.filter((name) => !applied.includes(name));
  const isComplete = areRecordsPresent && pending.length + steps.length === 0;
  return { newer: applied.filter((name) => !isKnown(name)).sort(), migrations: pending, steps, isComplete };
}

/** Empty for an empty database. */
async function readRecords(session: Db) {
  const { rows } = await sql<{ old: boolean; present: boolean }>`
    select to_regclass('kysely_migration') is not null as old, to_regclass('kysely_migration_record') is not null as present`.execute(
    session,
  );
  const required = rows[0]?.old ? (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(session)).rows : [];
  const records = rows[0]?.present
    ? (
        await sql<{ migration: string; step: string; ended: boolean }>`
          select migration, step, end_time is not null as ended from kysely_migration_record`.execute(session)
      ).rows
    : [];
  return { required: required.map(({ name }) => name), records, areRecordsPresent: rows[0]?.present ?? false };
}

const listed = (names: string[]) => `${names.slice(0, 3).join('、')}${names.length > 3 ? ' …' : ''}`;

export const olderRelease = (newer: string[]) =>
  sentence(
    `数据库的结构比这个版本新：多出 ${newer.length} 次升级（${listed(newer)}），仍与这个版本相容；不改动结构`,
    `the database schema is newer than this release by ${newer.length} migrations, with which it still works; the schema is not changed`,
  );

function rejectOlderRelease(newer: string[]) {
  if (newer.length === 0) return;
  throw new OperatorError(
    `数据库的结构比这个版本新：多出 ${newer.length} 次升级（${listed(newer)}）；改用与它相配的新版本，数据库没有改动`,
    `the database schema is newer than this release by ${newer.length} migrations; run the newer release; nothing was changed`,
    { exitCode: OLDER_RELEASE },
  );
}

const unreleased = () =>
  new OperatorError(
    '这个数据库由从未发布的 0.1 版建立，不能升级，它的备份也不能恢复；换一个空的数据库（例如换一个 DATA_DIR），数据库没有改动',
    'this database was created by version 0.1, which was never released: neither it nor its archives can be converted; start with an empty database, such as that of another DATA_DIR; nothing was changed',
  );
