import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { jobTargets } from '../../../boot/job-targets.ts';
import { translate } from '../../../platform/translations.ts';
import { supplierInput } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as sealService from './seal.service.ts';

describe('chain of the audit log', () => {
  let server: TestServer;
  let clerk: Client;
  const run = (statement: string) => sql.raw(statement).execute(server.owner);
  const verifyChain = () => sealService.verifyChain(server.installation);
  /** Adds `count` suppliers, one log row each, and seals them. */
  const work = async (count: number) => {
    for (let i = 0; i < count; i++) await clerk.post('/manage/supplier', supplierInput());
    await sealService.sealWaiting(server.installation);
  };
  /** Applies `damage`, verifies, and reverts with `mend`. */
  const expectBreach = async (damage: string, repair: string) => {
    await run(damage);
    const { breach } = await verifyChain();
    await run(repair);
    return breach;
  };

  beforeAll(async () => {
    server = await startTestServer();
    clerk = await server.as(['manage:supplier:add', 'monitor:operlog:list', 'monitor:operlog:query', 'monitor:operlog:remove']);
    return () => server.close();
  });
  beforeEach(() => work(3));

  it('seals each row once, in order, across all processes', async () => {
    for (let i = 0; i < 5; i++) await clerk.post('/manage/supplier', supplierInput());
    await Promise.all(Array.from({ length: 4 }, () => sealService.sealWaiting(server.installation)));
    await sealService.sealWaiting(server.installation);
    const seals = await server.db.selectFrom('auditLogSeal').select(['seal', 'operId']).orderBy('seal').execute();
    const rows = await server.db.selectFrom('auditLog').select('operId').orderBy('operId').execute();
    expect(seals.map(({ seal }) => seal)).toEqual(rows.map((_, index) => index + 1));
    expect(new Set(seals.map(({ operId }) => operId))).toEqual(new Set(rows.map(({ operId }) => operId)));
    expect(await verifyChain()).toEqual({ sealed: rows.length });
  });

  it('reports the state of a row, and the length and last check of the chain', async () => {
    const sealOf = async (operId: number) => (await clerk.get(`/monitor/operlog/${operId}/seal`)).body;
    const chain = async () => (await clerk.get('/monitor/operlog/chain')).body.data;
    expect(await sealOf(2)).toMatchObject({ code: 200, data: { state: 'sealed', seal: 2, hash: expect.stringMatching(/^[\da-f]{64}$/) } });
    expect((await sealOf(2)).data.before).toBe((await sealOf(1)).data.hash);
    expect((await clerk.get('/monitor/operlog/2')).body).toMatchObject({ data: { operId: 2, title: '供应商管理' } });
    await clerk.post('/manage/supplier', supplierInput());
    const newest = (await clerk.get('/monitor/operlog/list?pageSize=1')).body.rows[0].operId;
    expect((await sealOf(newest)).data).toEqual({ state: 'waiting', seal: null, hash: null, before: null, sealTime: null });
    expect(await chain()).toMatchObject({ waiting: 1, check: null });

    const cleaner = await server.as(['monitor:job:remove']);
    const target = jobTargets['operlog.check'];
    const runCheck = () => target?.run(server.installation, [], new AbortController().signal);
    expect((await runCheck())?.(translate['zh-CN'], 'zh-CN')).toContain('链条完整');
    expect(await chain()).toMatchObject({ waiting: 0, check: { isIntact: true, message: '' }, failure: null });
    const ended = (error: string) =>
      run(`insert into job_log (job_name, job_group, invoke_target, start_time, end_time, status, exception_info)
        values ('x', 'SYSTEM', 'operlog.check', now(), now(), '1', '${error}')`);
    await ended('运行中的进程中断');
    expect(await chain()).toMatchObject({ check: { isIntact: true }, failure: { message: '运行中的进程中断' } });
    await run("update audit_log set title = 'x' where oper_id = 2");
    expect((await sealOf(2)).data.state).toBe('changed');
    await expect(runCheck()).rejects.toThrow('第 2 环（操作序号 2）的内容被改');
    const broken = { isIntact: false, message: '第 2 环（操作序号 2）的内容被改' };
    expect(await chain()).toMatchObject({ check: broken, failure: null });
    await ended('数据库连不上');
    expect(await chain()).toMatchObject({ check: broken, failure: { message: '数据库连不上' } });
    expect((await cleaner.delete('/monitor/jobLog/clean')).body.code).toBe(200);
    expect(await chain()).toMatchObject({ check: broken, failure: null });
    await run("update audit_log set title = '供应商管理' where oper_id = 2");
    expect((await sealOf(2)).data.state).toBe('sealed');
    await runCheck();
    expect((await chain()).check).toMatchObject({ isIntact: true });
    expect(await sealOf(999_999)).toMatchObject({ problem: 'notFound' });
    expect((await server.stranger.get('/monitor/operlog/2/seal')).body).toMatchObject({ code: 401 });
  });

  it('detects any change of a row', async () => {
    const edits = [
      "title = 'x'",
      "oper_name = 'nobody'",
      "oper_param = ''",
      "status = '1'",
      "oper_time = oper_time - interval '1 microsecond'",
      'cost_time = 99999',
    ];
    for (const edit of edits) {
      await run('create table kept as select * from audit_log where oper_id = 2');
      const repair =
        'delete from audit_log where oper_id = 2; insert into audit_log overriding system value select * from kept; drop table kept';
      expect(await expectBreach(`update audit_log set ${edit} where oper_id = 2`, repair), edit).toEqual({
        kind: 'changed',
        seal: 2,
        operId: 2,
      });
    }
    expect((await verifyChain()).breach).toBeUndefined();
  });

  it('detects a deleted row, and a row that bypassed the server', async () => {
    await run('create table gone as select * from audit_log where oper_id = 3');
    expect(
      await expectBreach('delete from audit_log where oper_id = 3', 'insert into audit_log overriding system value select * from gone'),
    ).toEqual({
      kind: 'missing',
      seal: 3,
      operId: 3,
    });
    const planted = `insert into audit_log (oper_id, title, business_type, status) overriding system value values (900000, 'x', 1, '0')`;
    expect(await expectBreach(planted, 'delete from audit_log where oper_id = 900000')).toEqual({ kind: 'stranger', operId: 900_000 });
    expect((await verifyChain()).breach).toBeUndefined();
  });

  it('detects a chain rebuilt without the key, and two swapped links', async () => {
    await run('create table seals as select * from audit_log_seal');
    const mend = 'delete from audit_log_seal; insert into audit_log_seal select * from seals';
    const rebuilt = `update audit_log_seal s set row_hash = sha256(convert_to(o.title, 'UTF8')), hash = sha256(s.hash) from audit_log o where o.oper_id = s.oper_id and s.seal >= 2`;
    expect(await expectBreach(rebuilt, mend)).toMatchObject({ kind: 'forged', seal: 2 });
    const swapped =
      'update audit_log_seal set oper_id = -oper_id where seal in (1, 2); update audit_log_seal set oper_id = case seal when 1 then 2 else 1 end where seal in (1, 2)';
    expect(await expectBreach(swapped, mend)).toMatchObject({ kind: 'forged', seal: 1 });
    expect(await expectBreach('delete from audit_log_seal where seal = 2', mend)).toMatchObject({ kind: 'forged', seal: 2 });
    expect((await verifyChain()).breach).toBeUndefined();
  });

  it('detects a truncated end by a checkpoint outside the database', async () => {
    const { sealed } = await verifyChain();
    const last = await server.db.selectFrom('auditLogSeal').selectAll().where('seal', '=', sealed).executeTakeFirstOrThrow();
    const file = path.join(server.installation.dataDir, 'operlog.checkpoints');
    writeFileSync(file, `${JSON.stringify({ seal: sealed, hash: last.hash.toString('hex') })}\n{"seal":`);
    await run('create table ends as select * from audit_log_seal');
    await run(`create table end_rows as select * from audit_log where oper_id = ${last.operId}`);
    const cut = `delete from audit_log_seal where seal = ${sealed}; delete from audit_log where oper_id = ${last.operId}`;
    const repair =
      'delete from audit_log_seal; insert into audit_log_seal select * from ends; insert into audit_log overriding system value select * from end_rows';
    expect(await expectBreach(cut, repair)).toEqual({ kind: 'truncated', seal: sealed });
    expect((await verifyChain()).breach).toBeUndefined();
    rmSync(file);
  });

  it('detects a truncated end also before a pause or a server stop', async () => {
    const checkpointTriggers = {
      pause: async () => {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
        await sealService.sealWaiting(server.installation).finally(() => vi.useRealTimers());
      },
      stop: async () => sealService.writeFinalCheckpoint(server.installation),
    };
    for (const [name, trigger] of Object.entries(checkpointTriggers)) {
      await work(2);
      await work(2);
      await trigger();
      const { sealed } = await verifyChain();
      await run('create table tail as select * from audit_log_seal; create table tail_rows as select * from audit_log');
      const cut = `delete from audit_log where oper_id = (select oper_id from audit_log_seal where seal = ${sealed}); delete from audit_log_seal where seal = ${sealed}`;
      const mend = `insert into audit_log overriding system value select * from tail_rows where oper_id = (select oper_id from tail where seal = ${sealed});
        insert into audit_log_seal select * from tail where seal = ${sealed}; drop table tail; drop table tail_rows`;
      expect(await expectBreach(cut, mend), name).toEqual({ kind: 'truncated', seal: sealed });
    }
    expect((await verifyChain()).breach).toBeUndefined();
  });

  it('detects a truncated end also after the log has grown past it', async () => {
    await work(2);
    sealService.writeFinalCheckpoint(server.installation);
    const { sealed } = await verifyChain();
    await run('create table first_end as select * from audit_log_seal; create table first_rows as select * from audit_log');
    await run(`delete from audit_log where oper_id = (select oper_id from audit_log_seal where seal = ${sealed})`);
    expect(await sealService.findMissingSeal(server.installation)).toBeUndefined();
    await run(`delete from audit_log_seal where seal = ${sealed}`);
    expect(await sealService.findMissingSeal(server.installation)).toBe(sealed);
    await work(3);
    sealService.writeFinalCheckpoint(server.installation);
    expect((await verifyChain()).breach).toEqual({ kind: 'truncated', seal: sealed });
    // restore the earlier state, including the checkpoints
    await run(`delete from audit_log where oper_id in (select oper_id from audit_log_seal where seal >= ${sealed})`);
    await run('delete from audit_log_seal; insert into audit_log_seal select * from first_end');
    await run(
      'insert into audit_log overriding system value select * from first_rows where oper_id not in (select oper_id from audit_log)',
    );
    rmSync(path.join(server.installation.dataDir, 'operlog.checkpoints'));
    expect((await verifyChain()).breach).toBeUndefined();
  });

  it('is not missed after a start with an older database in the same folder', async () => {
    sealService.writeFinalCheckpoint(server.installation);
    const { sealed } = await verifyChain();
    const file = path.join(server.installation.dataDir, 'operlog.checkpoints');
    const checkpoints = readFileSync(file, 'utf8');
    const line = (seal: number) => `${JSON.stringify({ seal, hash: 'ab'.repeat(32), time: new Date().toISOString() })}\n`;
    appendFileSync(file, line(sealed - 1) + line(sealed));
    expect(await sealService.findMissingSeal(server.installation)).toBeUndefined();
    appendFileSync(file, line(sealed + 1));
    expect(await sealService.findMissingSeal(server.installation)).toBe(sealed + 1);
    writeFileSync(file, checkpoints);
  });

  it('stays valid when rows are deleted or cleared, with an archive and a log entry', async () => {
    const [first] = (await clerk.get('/monitor/operlog/list')).body.rows;
    expect((await clerk.delete(`/monitor/operlog/${first.operId}`)).body).toMatchObject({ code: 200 });
    expect((await clerk.delete(`/monitor/operlog/${first.operId}`)).body).toMatchObject({ code: 500, problem: 'notFound' });
    expect((await clerk.delete(`/monitor/operlog/1,987654`)).body).toMatchObject({ code: 500, problem: 'notFound' });
    expect((await clerk.get('/monitor/operlog/list?archived=1')).body.rows).toMatchObject([{ operId: first.operId }]);

    const before = (await clerk.get('/monitor/operlog/list')).body.total;
    expect((await clerk.delete('/monitor/operlog/clean')).body).toMatchObject({ code: 200 });
    const { rows } = (await clerk.get('/monitor/operlog/list')).body;
    expect(rows).toMatchObject([{ businessType: 9, operName: clerk.userName, status: 0 }]);
    expect((await clerk.get('/monitor/operlog/list?archived=1')).body.total).toBe(before + 1);
    await sealService.sealWaiting(server.installation);
    expect((await verifyChain()).breach).toBeUndefined();
    const reader = await server.as(['monitor:operlog:list']);
    expect((await reader.delete('/monitor/operlog/clean')).body).toMatchObject({ code: 403 });
    expect((await reader.delete(`/monitor/operlog/${rows[0].operId}`)).body).toMatchObject({ code: 403 });
  });
});
