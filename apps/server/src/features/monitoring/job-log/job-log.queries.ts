import { jobLogs, type Language, type QueryOf, type RecordOf } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { deleteInBatches } from '../../../platform/db/maintenance.ts';
import { matchesDisplayName, page, type SeedName } from '../../../platform/db/page.ts';
import { whereFields } from '../../../platform/db/record-table.ts';
import { columnIn } from '../../../platform/translations.ts';

type JobLogs = typeof jobLogs;
type Row = RecordOf<JobLogs>;

const texts = ['jobMessage', 'exceptionInfo'] as const;
type Selected = 'costTime' | (typeof texts)[number];
const columns = Object.keys(jobLogs.record.shape).filter((name) => !['costTime', ...texts].includes(name)) as Exclude<
  keyof Row,
  Selected
>[];

const select = (db: Db, language: Language) =>
  db
    .selectFrom('jobLog')
    .select(columns)
    .select(texts.map((name) => columnIn(language, 'jobLog', name).as(name)))
    .select(sql<number | null>`(extract(epoch from end_time - start_time) * 1000)::int`.as('costTime'))
    // a check constraint guarantees the flag
    .$castTo<Row>();

/** @param seeds names of preinstalled jobs, by target */
export function list(db: Db, language: Language, { paging, ...filters }: QueryOf<JobLogs>, seeds: readonly SeedName[]) {
  const named = { column: 'jobName', key: sql<string>`case job_group when 'SYSTEM' then split_part(invoke_target, '(', 1) end`, seeds };
  const rows = whereFields(select(db, language), jobLogs, 'jobLog', filters, {
    jobName: (jobName) => matchesDisplayName(named, jobName),
    status: (status) => sql<boolean>`(status = ${status} and end_time is not null)`,
  });
  return page(rows, 'jobLogId', paging, named);
}

export const find = (db: Db, language: Language, id: number) => select(db, language).where('jobLogId', '=', id).executeTakeFirst();

/** Removes finished runs only. */
export const remove = (db: Db, ids: number[]) =>
  db.deleteFrom('jobLog').where('jobLogId', 'in', ids).where('endTime', 'is not', null).returning('jobLogId').execute();

export const clean = (db: Db) => deleteInBatches(db, 'jobLog', sql`end_time is not null`);

/** Removes runs that ended more than `days` ago; resolves to their number. */
export const retain = (db: Db, days: number) => deleteInBatches(db, 'jobLog', sql`end_time < now() - make_interval(days => ${days})`);
