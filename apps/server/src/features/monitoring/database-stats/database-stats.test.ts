import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { cloneDatabase, onDatabase } from '../../../test/database.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { until } from '../../../test/until.ts';

describe('database page', () => {
  let server: TestServer;
  let operator: Client;
  const get = async (path: string) => (await operator.get(`/monitor/druid/${path}`)).body.data;

  beforeAll(async () => {
    server = await startTestServer();
    operator = await server.as(['monitor:druid:list', 'monitor:druid:cancel', 'monitor:druid:reset']);
    return () => server.close();
  });

  it('shows the pool, the database and the protection against bad statements', async () => {
    const { pool, database, wall } = await get('source');
    expect(pool.open).toBeGreaterThan(0);
    expect(pool.open).toBeLessThanOrEqual(pool.max);
    expect(pool.opened).toBeGreaterThanOrEqual(pool.open);
    expect(database.size).toBeGreaterThan(1_000_000);
    expect(database.connections).toBeLessThanOrEqual(database.maxConnections);
    expect(wall.statementTimeout).toBe('30s');
  });

  it('counts statements by shape, names the source, and resets on request', async () => {
    await operator.get('/monitor/druid/tables');
    const { source, rows } = await get('statements');
    expect(source).toBe('process');
    const tables = rows.find(({ sql }: { sql: string }) => sql.includes('pg_table_size'));
    expect(tables.count).toBeGreaterThan(0);
    expect(tables.slowest).toBeGreaterThan(0);
    for (const { sql } of rows) expect(sql).not.toMatch(/\$\d+, \$\d+/);
    for (const { slowest } of (await get('statements?slow=true')).rows) expect(slowest).toBeGreaterThanOrEqual(2000);
    expect((await operator.delete('/monitor/druid/statements')).body.code).toBe(200);
    const after = (await get('statements')).rows;
    expect(after.some(({ sql }: { sql: string }) => sql.includes('pg_table_size'))).toBe(false);
  });

  it('counts requests by route with their SQL statements', async () => {
    const before = (await get('routes')).find(({ route }: { route: string }) => route === 'GET /api/monitor/druid/tables')?.count ?? 0;
    await operator.get('/monitor/druid/tables');
    const after = (await get('routes')).find(({ route }: { route: string }) => route === 'GET /api/monitor/druid/tables');
    expect(after.count).toBe(before + 1);
    // the query, the user if memory has none, and once a minute the session update
    expect([1, 2, 3]).toContain(after.mostStatements);
    expect(after.inFlight).toBe(0);
    await operator.get('/nowhere/at/all');
    await operator.get('/nowhere/else');
    const unknown = (await get('routes')).filter(({ route }: { route: string }) => route.includes('nowhere'));
    expect(unknown).toEqual([]);
  });

  it('shows lock waits with masked values, and cancels a statement with an audit log entry', async () => {
    const [holder, waiter] = [new pg.Client(server.url), new pg.Client(server.url)];
    await Promise.all([holder.connect(), waiter.connect()]);
    try {
      await holder.query(`begin; update setting set remark = 'secret value' where config_id = 1`);
      const waiting = waiter.query(`update setting set remark = 'other secret' where config_id = 1`).catch((error: Error) => error.message);
      const row = await until(async () => {
        const blocked = (await get('activity')).find(({ blockedBy }: { blockedBy: number[] }) => blockedBy.length > 0);
        // PostgreSQL reports the wait a moment after the lock
        expect(blocked).toMatchObject({ wait: expect.stringMatching(/^Lock:/) });
        return blocked;
      });
      const holding = (await get('activity')).find(({ pid }: { pid: number }) => pid === row.blockedBy[0]);
      expect(holding.state).toBe('idle in transaction');
      expect(JSON.stringify([row, holding])).not.toMatch(/secret/);
      expect((await operator.put(`/monitor/druid/cancel/${row.pid}`)).body.code).toBe(200);
      expect(await waiting).toContain('cancel');
      const entry = await server.db.selectFrom('auditLog').select('status').where('title', '=', '取消数据库语句').executeTakeFirst();
      expect(entry).toEqual({ status: '0' });
      expect((await operator.put('/monitor/druid/cancel/2147483000')).body.problem).toBe('notFound');
    } finally {
      await Promise.all([holder.end(), waiter.end()]);
    }
  });

  it('ends an idle session in a transaction with an audit log entry, and no other', async () => {
    const [holder, waiter] = [new pg.Client(server.url), new pg.Client(server.url)];
    const onConnectionLost = vi.fn();
    holder.on('error', onConnectionLost);
    await Promise.all([holder.connect(), waiter.connect()]);
    try {
      await holder.query(`begin; update setting set remark = 'never kept' where config_id = 1`);
      const waiting = waiter.query(`update setting set remark = 'goes on' where config_id = 1`);
      const row = await until(async () => {
        const blocked = (await get('activity')).find(({ blockedBy }: { blockedBy: number[] }) => blockedBy.length > 0);
        expect(blocked).toBeDefined();
        return blocked;
      });
      const [root] = row.blockedBy;
      expect((await operator.put(`/monitor/druid/terminate/${row.pid}`)).body.problem).toBe('notFound');
      expect((await operator.put(`/monitor/druid/terminate/${root}`)).body.code).toBe(200);
      expect((await waiting).rowCount).toBe(1);
      await until(() => expect(onConnectionLost).toHaveBeenCalled());
      const entries = server.db.selectFrom('auditLog').select('status').where('title', '=', '结束数据库会话').orderBy('operId');
      expect(await entries.execute()).toEqual([{ status: '1' }, { status: '0' }]);
      const reader = await server.as(['monitor:druid:list']);
      expect((await reader.put(`/monitor/druid/terminate/${root}`)).body.code).toBe(403);
    } finally {
      await Promise.all([holder.end().catch(() => undefined), waiter.end()]);
    }
  });

  it('reports that its role may not end a superuser session, and leaves it running', async () => {
    const holder = new pg.Client(server.ownerUrl);
    await holder.connect();
    try {
      await holder.query('begin');
      const { pid } = (await holder.query('select pg_backend_pid() as pid')).rows[0];
      for (const step of ['cancel', 'terminate'])
        expect((await operator.put(`/monitor/druid/${step}/${pid}`)).body).toMatchObject({ code: 500, problem: 'databaseRightMissing' });
      expect((await holder.query('select 1')).rowCount).toBe(1);
    } finally {
      await holder.end();
    }
  });

  it('lists tables by size, with partitions as one', async () => {
    const tables = await get('tables');
    const names = tables.map(({ name }: { name: string }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('scan');
    expect(names.some((name: string) => /^scan_\d/.test(name))).toBe(false);
    const sizes = tables.map(({ tableSize, indexSize }: { tableSize: number; indexSize: number }) => tableSize + indexSize);
    expect(sizes).toEqual(sizes.toSorted((one: number, other: number) => other - one));
  });

  it('requires the permission of each action', async () => {
    const reader = await server.as(['monitor:druid:list']);
    expect((await reader.put('/monitor/druid/cancel/1')).body.code).toBe(403);
    expect((await reader.delete('/monitor/druid/statements')).body.code).toBe(403);
    expect((await (await server.as([])).get('/monitor/druid/activity')).body.code).toBe(403);
  });
});

describe('statements counted by PostgreSQL', () => {
  let server: TestServer;
  let operator: Client;
  const statements = async (query = '') => (await operator.get(`/monitor/druid/statements${query}`)).body.data;

  beforeAll(async () => {
    server = await startTestServer(async () => {
      const clone = await cloneDatabase();
      const { username: application } = new URL(clone.url);
      await onDatabase(
        clone.ownerUrl,
        `create extension pg_stat_statements; grant execute on function pg_stat_statements_reset to ${application}`,
      );
      await onDatabase(clone.ownerUrl, `alter database ${new URL(clone.url).pathname.slice(1)} set pg_stat_statements.track = 'top'`);
      return clone;
    });
    operator = await server.as(['monitor:druid:list', 'monitor:druid:reset']);
    return () => server.close();
  });

  it('are listed without values, merged across users, and reset on request', async () => {
    const role = `probe_${crypto.randomUUID().replaceAll('-', '')}`;
    await onDatabase(server.ownerUrl, `create role ${role} password 'hunter2'`);
    await onDatabase(server.ownerUrl, `set role ${role}; select 'probe_value_1' as probe`);
    await onDatabase(server.ownerUrl, "select 'probe_value_2' as probe");
    await onDatabase(server.ownerUrl, `drop role ${role}`);
    for (const secret of [`'first hunter2'`, `e'it\\'s hunter2'`, '$$hunter2$$'])
      await onDatabase(server.ownerUrl, `comment on column setting.remark is ${secret} /* hunter2 isn't */`);
    const { source, rows } = await statements();
    expect(source).toBe('database');
    const row = (text: string) => rows.filter(({ sql }: { sql: string }) => sql.startsWith(text));
    expect(row('create role')).toMatchObject([{ sql: `create role ${role} password '?'`, count: 1 }]);
    expect(row('select $1 as probe')).toMatchObject([{ count: 2, rows: 2, failed: null }]);
    expect(row('comment on')).toMatchObject([{ sql: `comment on column setting.remark is '?'`, count: 3 }]);
    const texts = rows.map(({ sql }: { sql: string }) => sql);
    expect(texts.join('\n')).not.toMatch(/hunter2|probe_value_[12]/);
    expect(new Set(texts).size).toBe(texts.length);
    for (const { slowest } of (await statements('?slow=true')).rows) expect(slowest).toBeGreaterThanOrEqual(2000);
    expect((await operator.delete('/monitor/druid/statements')).body.code).toBe(200);
    expect((await statements()).rows.filter(({ sql }: { sql: string }) => sql.includes('probe'))).toEqual([]);
  });
});
