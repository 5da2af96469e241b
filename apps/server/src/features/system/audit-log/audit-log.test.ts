import * as contract from '@suyuan/contract';
import { AuditLog } from '@suyuan/contract';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeAuditLog } from '../../../platform/db/audit-log.ts';
import { supplierInput } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

describe('audit log', () => {
  let server: TestServer;
  let auditor: Client;
  const list = async (query: string) => (await auditor.get(`/monitor/operlog/list?${query}`)).body;

  const types = ({ rows }: { rows: { businessType: number }[] }) => new Set(rows.map(({ businessType }) => businessType));

  beforeAll(async () => {
    server = await startTestServer();
    auditor = await server.as(['monitor:operlog:list', 'monitor:operlog:export', 'manage:supplier:add', 'manage:supplier:remove']);
    return () => server.close();
  });

  it('has a name in each language for every module of the contract', () => {
    const titleOf = (declared: unknown) => {
      const { log } = Object(declared) as { log?: unknown };
      return typeof log === 'string' ? log : (log as { title?: string } | undefined)?.title;
    };
    const titles = Object.values(contract).flatMap((declared) => titleOf(declared) ?? []);
    const modules = titles.filter((title) => /\p{Script=Han}/u.test(title));
    expect(modules.length).toBeGreaterThan(30);
    const named = Object.entries(zhCN).flatMap(([key, name]) => (key.startsWith('monitor.operlog.seed.name.') ? [name] : []));
    expect(named).toEqual(expect.arrayContaining(modules));
  });

  it('lists changes and refusals, with a numeric status only here', async () => {
    await auditor.post('/manage/supplier', supplierInput({ supplierCode: 'TWICE' }));
    await auditor.post('/manage/supplier', supplierInput({ supplierCode: 'TWICE' }));
    const { total, rows } = await list(`operName=${auditor.userName}&orderByColumn=operTime&isAsc=asc`);
    expect(total).toBe(2);
    expect(rows.map(({ status, businessType }: { status: number; businessType: number }) => [status, businessType])).toContainEqual([1, 1]);
    expect(rows.every((row: object) => AuditLog.strict().safeParse(row).success)).toBe(true);
    expect((await list(`operName=${auditor.userName}&status=1`)).rows).toMatchObject([
      { status: 1, errorMsg: expect.stringContaining('“TWICE”已被使用'), jsonResult: expect.stringContaining('"supplierCodeTaken"') },
    ]);
    expect((await list(`operName=${auditor.userName}&status=0&businessType=1`)).total).toBe(1);
    expect((await list(`operName=${auditor.userName}&businessType=3`)).total).toBe(0);
    expect((await list(`title=${encodeURIComponent('供应商')}&operIp=127.0`)).total).toBe(2);
  });

  it('records source, subject and result of a change', async () => {
    const { supplierId } = (await auditor.post('/manage/supplier', supplierInput())).body.data;
    expect((await auditor.delete(`/manage/supplier/${supplierId}`)).body.code).toBe(200);
    const [row] = (await list(`operName=${auditor.userName}&businessType=3`)).rows;
    expect(row.operLocation).toBe('内网IP');
    expect(JSON.parse(row.operParam)).toMatchObject({ ids: [supplierId] });
    expect(JSON.parse(row.jsonResult)).toMatchObject({ code: 200, msg: '操作成功' });
  });

  it('contains no secret', async () => {
    await auditor.put('/system/user/profile/updatePwd', { oldPassword: 'hunter2-old', newPassword: 'hunter2-new' });
    const names = ['password', 'token', 'secret', 'code', 'pin', 'ticket', 'url'];
    const params = { deep: Object.fromEntries(names.map((name) => [name, 'hunter2'])) };
    const actor = { userId: auditor.userId, operName: auditor.userName, deptName: '', operIp: '' };
    const operation = { title: 'x', type: 'other', method: '', requestMethod: '', operUrl: '', costTime: 0 } as const;
    await writeAuditLog(server.db, { ...actor, ...operation, params, answer: params });
    expect(JSON.stringify(await server.db.selectFrom('auditLog').selectAll().orderBy('operId').execute())).not.toContain('hunter2');
  });

  it('repeats neither the secret nor the code of a refusal', async () => {
    const keeper = await server.as(['system:config:edit', 'manage:code:unlockPin']);
    const secret = 'hunter3'.repeat(20);
    const { configId } = await server.db
      .selectFrom('setting')
      .select('configId')
      .where('configKey', '=', 'sys.user.initPassword')
      .executeTakeFirstOrThrow();
    const { body } = await keeper.put('/system/config', { configId, configValue: secret });
    expect(body).toMatchObject({ problem: 'configValueWrong', params: { value: '******' } });
    expect((await keeper.put('/manage/code/unlockPin', { code: 'HUNTER4', reason: '买家看错一位' })).body).toMatchObject({
      problem: 'codeUnreadable',
      params: { code: 'HUNTER4' },
    });
    expect(JSON.stringify(await server.db.selectFrom('auditLog').selectAll().orderBy('operId').execute())).not.toMatch(/hunter[34]/i);
    const { rows } = await list(`operName=${keeper.userName}&orderByColumn=operTime&isAsc=desc`);
    expect(rows[0].errorMsg).toContain('“******”');
  });

  it('shows the reason of a refusal in the language of the reader, also for long texts', async () => {
    const clerk = await server.as(['manage:supplier:add']);
    await clerk.post('/manage/supplier', supplierInput({ supplierCode: 'TWICE' }), { 'accept-language': 'en-US' });
    await writeAuditLog(server.db, {
      ...{ title: '供应商', type: 'add', userId: clerk.userId, operName: clerk.userName, deptName: '' },
      ...{ method: '', requestMethod: 'POST', operUrl: '', operIp: '127.0.0.1', params: {}, costTime: 1 },
      refusal: { problem: 'supplierCodeTaken', params: { supplierCode: 'LONG', found: Array.from({ length: 900 }, (_, index) => index) } },
    });
    const readErrors = async (language: string) => {
      const path = `/monitor/operlog/list?operName=${clerk.userName}&orderByColumn=operTime&isAsc=asc`;
      const { body } = await auditor.get(path, { 'accept-language': language });
      return body.rows.map(({ errorMsg }: { errorMsg: string }) => errorMsg) as string[];
    };
    const chinese = await readErrors('zh-CN');
    expect(chinese).toEqual([expect.stringContaining('“TWICE”已被使用'), expect.stringContaining('“LONG”已被使用')]);
    const english = await readErrors('en-US');
    expect(english[0]).toMatch(/“TWICE” is taken/);
    expect(english[1]).toMatch(/“LONG” is taken/);
  });

  it('is exported, and requires the permission', async () => {
    expect((await auditor.post('/monitor/operlog/export', 'status=0')).type).toContain('spreadsheetml');
    expect((await list('businessType=5')).rows).toMatchObject([{ title: '操作日志', status: 0 }]);
    for (const spelling of [
      'businessTypes[]=1&businessTypes[]=5',
      'businessTypes[0]=1&businessTypes[1]=5',
      'businessTypes=1&businessTypes=5',
    ])
      expect(types(await list(`${spelling}&pageSize=100`)), spelling).toEqual(new Set([1, 5]));
    expect(types(await list('businessTypes=5,9'))).toEqual(new Set([5]));
    expect(types(await list('params[businessTypes][]=5'))).toEqual(new Set([5]));
    expect(await list('businessTypes[]=10')).toMatchObject({ problem: 'invalidInput' });
    const clerk = await server.as([]);
    for (const answer of [await clerk.get('/monitor/operlog/list'), await clerk.post('/monitor/operlog/export', '')])
      expect(answer.body).toMatchObject({ code: 403 });
  });
});
