import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as sealService from '../../../features/system/audit-log/seal.service.ts';
import { clientOf, command, forbiddenStatements, rolesAt, shelfTable, sqlStateOf } from '../../../test/role-rights.ts';
import { startServer } from '../../../test/server-process.ts';
import { startTestServer } from '../../../test/test-server.ts';
import { connect } from '../connect.ts';
import { createScanPartitions } from '../maintenance.ts';
import { runningDatabaseUrls } from './embedded.ts';

const temporaryFolder = (name: string) => {
  const folder = mkdtempSync(path.join(tmpdir(), `suyuan-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

describe('application role of the database', () => {
  const urlsOf = async (dataDir: string) => {
    const urls = await runningDatabaseUrls(dataDir);
    if (!urls) throw new Error('the embedded database does not answer');
    return urls;
  };

  it('is no superuser and cannot alter the audit log, while clearing and verification work', async () => {
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

    const call = await clientOf(db, server, ['monitor:operlog:list', 'monitor:operlog:remove', 'tool:gen:create', 'manage:supplier:add']);
    expect(await call('POST', '/tool/gen/createTable', shelfTable)).toMatchObject({ code: 200 });
    await sql`insert into rights_shelf (shelf_name) values ('甲')`.execute(db);
    await createScanPartitions(db, 30);
    // every refusal is due to a missing right
    for (const statement of forbiddenStatements) expect([statement, await sqlStateOf(url, statement)]).toEqual([statement, '42501']);

    expect((await call('GET', '/monitor/operlog/list')).total).toBeGreaterThan(0);
    expect(await call('DELETE', '/monitor/operlog/clean')).toMatchObject({ code: 200 });
    expect((await call('GET', '/monitor/operlog/list')).total).toBe(1);
    expect((await call('GET', '/monitor/operlog/list?archived=1')).total).toBeGreaterThan(0);
    await db.destroy();
    const checkResult = await command({ DATA_DIR: dataDir }, 'check');
    expect(checkResult).toMatchObject({ exitCode: 0, output: expect.stringContaining('操作日志完整') });
    expect(server.printed() + checkResult.output).not.toContain('Database roles');
  });

  it('removes a row from the unsealed rows only by sealing it', async () => {
    const server = await startTestServer();
    onTestFinished(() => server.close());
    const clerk = await server.as(['monitor:operlog:list', 'monitor:operlog:remove']);
    await clerk.delete('/monitor/operlog/clean');
    const waiting = () => server.db.selectFrom('auditLogUnsealed').select('operId').execute();
    expect(await waiting()).toHaveLength(1);
    await expect(server.db.deleteFrom('auditLogUnsealed').execute()).rejects.toMatchObject({ code: '42501' });
    expect(await sealService.sealWaiting(server.installation)).toBe(1);
    expect(await waiting()).toEqual([]);
    expect(await sealService.verifyChain(server.installation)).toEqual({ sealed: 1 });
  });
});
