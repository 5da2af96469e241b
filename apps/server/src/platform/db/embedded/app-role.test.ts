import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as sealService from '../../../features/system/audit-log/seal.service.ts';
import { onDatabase } from '../../../test/database.ts';
import { insertUser } from '../../../test/factories.ts';
import { clientOf, command, forbidden, newShelf, refusalOf, rolesAt } from '../../../test/role-rights.ts';
import { startServer } from '../../../test/server-process.ts';
import { startTestServer } from '../../../test/test-server.ts';
import { connect } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { makePartitions } from '../upkeep.ts';
import { guestUrls, openEmbedded } from './embedded.ts';

const temporaryFolder = (name: string) => {
  const folder = mkdtempSync(path.join(tmpdir(), `suyuan-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

describe('the role that the server works as', { timeout: 180_000 }, () => {
  const urlsOf = async (dataDir: string) => {
    const urls = await guestUrls(dataDir);
    if (!urls) throw new Error('the embedded database does not answer');
    return urls;
  };

  it('is no superuser on the embedded database, and can alter no row of the audit log, which is cleared and checked all the same', async () => {
    const dataDir = temporaryFolder('roles');
    const server = await startServer(dataDir);
    onTestFinished(async () => void (await server.end()));
    const { url, ownerUrl } = await urlsOf(dataDir);
    expect(await rolesAt(ownerUrl)).toEqual(['suyuan_app']);
    expect(new URL(url).username).toBe('suyuan_app');
    const db = connect(url, { max: 2, ownerUrl });
    const { rows } = await sql`
      select rolcanlogin, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user`.execute(
      db,
    );
    const no = { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false };
    expect(rows).toEqual([{ ...no, rolcanlogin: true }]);

    const ask = await clientOf(db, server, ['monitor:operlog:list', 'monitor:operlog:remove', 'tool:gen:create', 'manage:supplier:add']);
    expect(await ask('POST', '/tool/gen/createTable', newShelf)).toMatchObject({ code: 200 });
    await sql`insert into rights_shelf (shelf_name) values ('甲')`.execute(db);
    await makePartitions(db, 30);
    // every refusal is due to a missing right
    for (const statement of forbidden) expect([statement, await refusalOf(url, statement)]).toEqual([statement, '42501']);

    expect((await ask('GET', '/monitor/operlog/list')).total).toBeGreaterThan(0);
    expect(await ask('DELETE', '/monitor/operlog/clean')).toMatchObject({ code: 200 });
    expect((await ask('GET', '/monitor/operlog/list')).total).toBe(1);
    expect((await ask('GET', '/monitor/operlog/list?archived=1')).total).toBeGreaterThan(0);
    await db.destroy();
    const checked = await command({ DATA_DIR: dataDir }, 'check');
    expect(checked).toMatchObject({ ended: 0, said: expect.stringContaining('操作日志完整') });
    expect(server.printed() + checked.said).not.toContain('Database roles');
  });

  it('is made in a data folder of a release that worked as the superuser alone, whose rows and chain stay', async () => {
    const dataDir = temporaryFolder('older');
    const older = await openEmbedded({ dataDir, say: () => {}, lost: (error) => console.error(error) });
    await onDatabase(older.ownerUrl, 'drop role suyuan_app');
    const db = connect(older.ownerUrl, { max: 2 });
    await migrate(db, { upTo: '0057-settings-revised' });
    await insertUser(db, { userName: 'veteran' });
    await sql`insert into operlog (title, business_type, status) select 'older ' || n, 1, '0' from generate_series(1, 5) n`.execute(db);
    await sql`insert into operlog_unsealed select oper_id from operlog where oper_id > 2`.execute(db);
    await sql`insert into operlog_removed (oper_id, remove_by) select 1, user_id from users where user_name = 'veteran'`.execute(db);
    await db.destroy();
    await older.stop();

    const server = await startServer(dataDir);
    onTestFinished(async () => void (await server.end()));
    const { url, ownerUrl } = await urlsOf(dataDir);
    expect(await rolesAt(ownerUrl)).toEqual(['suyuan_app']);
    const app = connect(url, { max: 2 });
    expect(await app.selectFrom('users').select('userName').where('userName', '=', 'veteran').execute()).toHaveLength(1);
    expect(await app.selectFrom('operlog').select('title').where('title', 'like', 'older %').orderBy('operId').execute()).toHaveLength(5);
    await expect.poll(async () => (await app.selectFrom('operlogSeal').selectAll().execute()).length).toBeGreaterThanOrEqual(3);
    expect(await app.selectFrom('operlogUnsealed').selectAll().execute()).toEqual([]);
    for (const statement of forbidden) expect([statement, await refusalOf(url, statement)]).toEqual([statement, '42501']);
    const ask = await clientOf(app, server, ['monitor:operlog:list']);
    expect((await ask('GET', '/monitor/operlog/list?archived=1')).rows).toMatchObject([{ title: 'older 1' }]);
    await app.destroy();
  });

  it('takes a row off those that wait only by sealing it', async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const clerk = await server.as(['monitor:operlog:list', 'monitor:operlog:remove']);
    await clerk.delete('/monitor/operlog/clean');
    const waiting = () => server.db.selectFrom('operlogUnsealed').select('operId').execute();
    expect(await waiting()).toHaveLength(1);
    await expect(server.db.deleteFrom('operlogUnsealed').execute()).rejects.toMatchObject({ code: '42501' });
    expect(await sealService.sealWaiting(server.installation)).toBe(1);
    expect(await waiting()).toEqual([]);
    expect(await sealService.check(server.installation)).toEqual({ sealed: 1 });
  });
});
