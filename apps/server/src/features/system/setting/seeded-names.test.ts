import { enUS } from '@suyuan/contract/words/en-US';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

/** The English name of a seeded record, in capitals: search ignores case. */
const searched = (key: keyof typeof enUS) => enUS[key].toUpperCase();
const jobName = searched('monitor.job.seed.name.job.retain');
const dictionaryName = searched('system.dict.seed.name.sys_notice_type');
const entryName = searched('dict.sys_notice_type.2');

describe('seeded records', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('have the same names in every language pack as in the database', async () => {
    const settings = await server.db
      .selectFrom('setting')
      .select(['configKey', 'configName', 'remark'])
      .where('configType', '=', 'Y')
      .execute();
    const jobs = await server.db.selectFrom('job').select(['invokeTarget', 'jobName', 'remark']).where('builtin', '=', true).execute();
    const seeded = [
      ...settings.map(({ configKey, configName, remark }) => ({
        of: 'system.config.seed',
        key: configKey,
        name: configName,
        about: remark,
      })),
      ...jobs.map(({ invokeTarget, jobName, remark }) => ({
        of: 'monitor.job.seed',
        key: invokeTarget.replace(/\(.*/, ''),
        name: jobName,
        about: remark,
      })),
    ];
    const words: Record<string, string> = zhCN;
    for (const { dictType, dictName } of await server.db.selectFrom('dictionary').select(['dictType', 'dictName']).execute())
      expect(words[`system.dict.seed.name.${dictType}`]).toBe(dictName);
    for (const entry of await server.db.selectFrom('dictionaryEntry').select(['dictType', 'dictValue', 'dictLabel']).execute())
      expect(words[`dict.${entry.dictType}.${entry.dictValue}`]).toBe(entry.dictLabel);
    const texts = Object.values(words);
    for (const { roleName } of await server.db.selectFrom('role').select('roleName').execute()) expect(texts).toContain(roleName);
    for (const { deptName } of await server.db.selectFrom('department').select('deptName').execute()) expect(texts).toContain(deptName);
    for (const { postName } of await server.db.selectFrom('post').select('postName').execute()) expect(texts).toContain(postName);
    const uneven = seeded.filter(
      ({ of, key, name, about }) => words[`${of}.name.${key}`] !== name || `${of}.about.${key}` in words !== Boolean(about),
    );
    expect(uneven).toEqual([]);
    // remarks are translated unless they were edited
    for (const { configKey, remark } of settings) expect(words[`system.config.seed.about.${configKey}`] ?? '').toBe(remark ?? '');
    expect(seeded.length).toBeGreaterThan(40);
  });

  it('are found by their name in the current language: settings, entries, jobs and their runs', async () => {
    const reader = await server.as(['system:config:list', 'system:dict:list', 'monitor:job:list']);
    const findKeys = async (url: string, language = 'en-US') =>
      (await reader.get(url, { 'accept-language': language })).body.rows.map(
        (row: Record<string, string>) => row.configKey ?? row.invokeTarget,
      );
    const urlOf = (part: string) => `/system/config/list?configName=${encodeURIComponent(part)}`;
    expect(await findKeys(urlOf('icp NUMBER'))).toEqual(['suyuan.footer.icp']);
    expect(await findKeys(urlOf('备案号'))).toEqual(['suyuan.footer.icp']);
    expect(await findKeys(urlOf('ICP number'), 'zh-CN')).toEqual([]);
    const entries = (await reader.get(`/system/dict/data/list?dictLabel=${encodeURIComponent(entryName)}`, { 'accept-language': 'en' }))
      .body.rows;
    expect(entries).toMatchObject([{ dictType: 'sys_notice_type', dictLabel: '公告' }]);
    const types = (await reader.get(`/system/dict/type/list?dictName=${encodeURIComponent(dictionaryName)}`, { 'accept-language': 'en' }))
      .body.rows;
    expect(types).toMatchObject([{ dictType: 'sys_notice_type', dictName: '通知类型' }]);
    expect(await findKeys(`/monitor/job/list?jobName=${encodeURIComponent(jobName)}`)).toEqual(['job.retain(90)']);
    const run = { jobName: '清理调度日志', invokeTarget: 'job.retain(90)' };
    await server.db
      .insertInto('jobLog')
      .values([
        { ...run, jobGroup: 'SYSTEM' },
        { ...run, jobGroup: 'DEFAULT' },
      ])
      .execute();
    expect(await findKeys(`/monitor/jobLog/list?jobName=${encodeURIComponent(jobName)}`)).toEqual(['job.retain(90)']);
  });

  it('of the organisation are found, sorted and exported by the name of the language', async () => {
    const admin = await server.as(['role', 'dept', 'post'].flatMap((noun) => [`system:${noun}:list`, `system:${noun}:export`]));
    const rowsOf = async (url: string, language: string) => {
      const { rows, data } = (await admin.get(url, { 'accept-language': language })).body;
      return (rows ?? data).map((row: Record<string, string>) => row.roleName ?? row.postName ?? row.deptName);
    };
    for (const [list, english, chinese] of [
      ['/system/role/list?roleName=', 'PRINTING clerk', '印务员'],
      ['/system/post/list?postName=', 'team LEAD', '主管'],
      ['/system/dept/list?deptName=', 'production plan', '生产计划部'],
    ] as const) {
      expect(await rowsOf(list + encodeURIComponent(english), 'en-US')).toEqual([chinese]);
      expect(await rowsOf(list + encodeURIComponent(chinese), 'zh-CN')).toEqual([chinese]);
      expect(await rowsOf(list + encodeURIComponent(english), 'zh-CN')).toEqual([]);
    }
    // Director, Operator, Specialist, Team lead
    const sorted = await rowsOf('/system/post/list?orderByColumn=postName&isAsc=asc', 'en-US');
    expect(sorted).toEqual(['负责人', '操作员', '专员', '主管']);
    const sheetOf = async (language: string) => {
      const { body } = await admin.post('/system/post/export', '', { 'accept-language': language });
      return (await readXlsx(body)).sheets[0]?.rows.slice(1).map((row) => row[2]);
    };
    expect(await sheetOf('en-US')).toEqual(['Director', 'Team lead', 'Specialist', 'Operator']);
    expect(await sheetOf('zh-CN')).toEqual(['负责人', '主管', '专员', '操作员']);
  });

  it('are named in refusals in the language of the reader', async () => {
    const admin = await server.as(['system:dept:edit', 'system:dict:remove']);
    const moved = { deptId: 103, parentId: 103 };
    const refusal = async (language: string) => (await admin.put('/system/dept', moved, { 'accept-language': language })).body.msg;
    expect(await refusal('zh-CN')).toMatch(/^“生产计划部”不能放到自己/);
    expect(await refusal('en-US')).toMatch(/^“Production planning” cannot be moved below itself/);
    const used = await admin.delete('/system/dict/type/1,2', { 'accept-language': 'en-US' });
    expect(used.body.msg).toMatch(/^The dictionary “Gender, \w[^，、]+” has entries/);
  });

  it('of dictionary entries and of modules in the audit log are exported by the name of the language', async () => {
    const admin = await server.as(['system:dict:list', 'system:dict:export', 'monitor:operlog:list', 'monitor:operlog:export']);
    const sheetOf = async (url: string, language: string) => {
      const { body } = await admin.post(url, '', { 'accept-language': language });
      return JSON.stringify((await readXlsx(body)).sheets[0]?.rows);
    };
    expect(await sheetOf('/system/dict/data/export', 'en-US')).toContain(`"${enUS['dict.sys_notice_type.2']}"`);
    expect(await sheetOf('/system/dict/data/export', 'zh-CN')).toContain('"公告"');
    const found = await admin.get('/monitor/operlog/list?title=dictionary ent', { 'accept-language': 'en-US' });
    expect(found.body.rows[0]).toMatchObject({ title: '字典数据' });
    expect(await sheetOf('/monitor/operlog/export', 'en-US')).toContain('"Dictionary entries"');
  });

  it('are found by an edited name, also in Chinese, and no longer by the original one', async () => {
    const reader = await server.as(['system:config:list', 'system:dict:list', 'monitor:job:list']);
    const countRows = async (url: string) => (await reader.get(url, { 'accept-language': 'en-US' })).body.total;
    const job = sql<boolean>`job_group = 'SYSTEM' and invoke_target = 'job.retain(90)'`;
    const { db } = server;
    const about = [
      [
        '/system/config/list?configName',
        'ICP number',
        (name) => db.updateTable('setting').set({ configName: name }).where('configKey', '=', 'suyuan.footer.icp'),
      ],
      [
        '/system/dict/type/list?dictName',
        dictionaryName,
        (name) => db.updateTable('dictionary').set({ dictName: name }).where('dictType', '=', 'sys_notice_type'),
      ],
      [
        '/system/dict/data/list?dictLabel',
        entryName,
        (name) => db.updateTable('dictionaryEntry').set({ dictLabel: name }).where('dictType', '=', 'sys_notice_type'),
      ],
      ['/monitor/job/list?jobName', jobName, (name) => db.updateTable('job').set({ jobName: name }).where(job)],
      ['/monitor/jobLog/list?jobName', jobName, (name) => db.updateTable('jobLog').set({ jobName: name }).where(job)],
    ] satisfies [string, string, (name: string) => { execute(): Promise<unknown> }][];
    for (const [list, word, rename] of about) {
      expect([list, await countRows(`${list}=${encodeURIComponent(word)}`)]).toEqual([list, 1]);
      for (const name of ['改过的名字', 'Licence']) {
        await rename(name).execute();
        expect([list, name, await countRows(`${list}=${encodeURIComponent(word)}`)]).toEqual([list, name, 0]);
        expect([list, name, await countRows(`${list}=${encodeURIComponent(name)}`)]).not.toEqual([list, name, 0]);
      }
    }
  });
});
