import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { consoleApp } from '../apps/server/src/boot/app.ts';
import * as sampleService from '../apps/server/src/features/devtools/sample/sample.service.ts';
import * as sessionService from '../apps/server/src/features/identity/session/session.service.ts';
import * as chainService from '../apps/server/src/features/traces/trace-record/chain.service.ts';
import { publicTrace } from '../apps/server/src/features/traces/trace-record/public-trace.service.ts';
import { connect } from '../apps/server/src/platform/db/connect.ts';
import type { Db } from '../apps/server/src/platform/db/db.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { translate } from '../apps/server/src/platform/translations.ts';
import { testPostgres } from '../apps/server/src/test/postgres.ts';
import { benchInstallation } from './installation.ts';
import { type Measurement, median, secondsOf } from './measurement.ts';

/** Records for one code: of its batch, its range, itself and its three containers. */
const RECORDS = 200;
const CODES = Number(process.env.BENCH_CODES ?? 1_000_000_000);
const REPETITIONS = 30;

/** The full trace of one code: containers, batch, producer and all records. */
export async function run(report: (figure: Measurement) => void) {
  const postgres = await testPostgres();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'suyuan-bench-'));
  const db = connect(postgres.url);
  try {
    await migrate(db);
    const installation = benchInstallation(db, dataDir);
    await sampleService.loadSample(installation);
    const [batchId = 0] = await sampleService.loadLarge(installation, { codes: CODES, scans: 10_000 });
    await insertRecords(db, batchId);
    await sql`vacuum analyze`.execute(db);
    const app = await consoleApp(installation);
    const token = await signIn(db);
    const get = async (url: string) => {
      const body = (await app.inject({ url: `/api/manage/traceability/${url}`, headers: { authorization: `Bearer ${token}` } })).json();
      if (body.code !== 200) throw new Error(`${url}: ${body.msg}`);
      return body.data;
    };
    const codeQuery = `batchId=${batchId}&ordinal=4242`;
    const { records, containers, chain } = await get(`trace?${codeQuery}`);
    if (records.length !== RECORDS || containers.length !== 3 || !chain.whole)
      throw new Error(`the trace is wrong: ${records.length} records, ${containers.length} containers`);
    report(await measureMedian(`full trace of one code, ${RECORDS} records`, 200, () => get(`trace?${codeQuery}`)));
    report(await measureMedian('genealogy of one code', 200, () => get(`kin?${codeQuery}`)));
    const readPublicTrace = publicTrace(db);
    const code = { batchId, level: 0, ordinal: 4241 };
    report(await measureMedian('public trace of one code', 50, () => readPublicTrace(code, { language: 'zh-CN', t: translate['zh-CN'] })));
    await app.close();
  } finally {
    await db.destroy();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Boxes of 10, cases of 10 boxes, pallets of 10 cases. 50 sealed and published records for each object around the code. */
async function insertRecords(db: Db, batchId: number) {
  await sql`update batch set packaging = '{10,10,10}', nested = true where batch_id = ${batchId}`.execute(db);
  const { rows: steps } = await sql<{ stepId: number }>`select step_id from trace_step order by step_id limit 6`.execute(db);
  const subjects = [`'batch', null, null, null`, `'range', 0, 4000, 1000`, `'code', 0, 4241, 1`, `'container', 1, 424, 1`];
  const insertedRecords = await sql<{ traceRecordId: number }>`
    insert into trace_record (batch_id, step_id, subject, level, ordinal_from, count, state, event_time, place_name, region_code, step_name, filler,
      party_name, biz_step, disposition, form, data, create_by, submit_by, submit_time, verify_by, verify_time, publish_by, publish_time)
    select ${batchId}::bigint, s.step_id, p.subject, p.level, p.ordinal_from, p.count, 'published', now() - n * interval '1 hour', '工厂 ' || n, '530100',
      s.step_name, s.filler, '云岭牧场乳业有限公司', s.biz_step, s.disposition, s.form, '{"degrees": 4.2, "result": "合格"}', f.user_id, f.user_id, now(), u.user_id, now(),
      u.user_id, now()
    from generate_series(0, ${RECORDS - 1}::int) n
    join (values ${sql.join(subjects.map((place, index) => sql`(${index}::int, ${sql.raw(place)})`))}) p(at, subject, level, ordinal_from, count)
      on p.at = n % ${subjects.length}::int
    join trace_step s on s.step_id = (${steps.map(({ stepId }) => stepId)}::bigint[])[1 + n % ${steps.length}::int]
    cross join (select user_id from users where user_name = 'planner') f cross join (select user_id from users where user_name = 'approver') u
    returning trace_record_id`.execute(db);
  for (const { traceRecordId } of insertedRecords.rows) await chainService.sealRecord(db, traceRecordId);
}

async function measureMedian(name: string, aim: number, work: () => Promise<unknown>): Promise<Measurement> {
  await secondsOf(3, work);
  return { name, value: 1000 * median(await secondsOf(REPETITIONS, work)), unit: 'ms', aim, lowerIsBetter: true };
}

async function signIn(db: Db): Promise<string> {
  const { userId } = await db.selectFrom('users').select('userId').where('userName', '=', 'planner').executeTakeFirstOrThrow();
  await db.insertInto('userRole').values({ userId, roleId: 1 }).execute();
  return (await sessionService.open(db, { userId, ipaddr: '127.0.0.1', browser: '', os: '', loginLocation: '' })).token;
}
