import { zhCN } from '@suyuan/contract/words/zh-CN';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

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
    const entries = (await reader.get('/system/dict/data/list?dictLabel=announce', { 'accept-language': 'en' })).body.rows;
    expect(entries).toMatchObject([{ dictType: 'sys_notice_type', dictLabel: '公告' }]);
    const types = (await reader.get('/system/dict/type/list?dictName=types%20OF%20notices', { 'accept-language': 'en' })).body.rows;
    expect(types).toMatchObject([{ dictType: 'sys_notice_type', dictName: '通知类型' }]);
    expect(await findKeys('/monitor/job/list?jobName=trim the job')).toEqual(['job.retain(90)']);
    const run = { jobName: '清理调度日志', invokeTarget: 'job.retain(90)' };
    await server.db
      .insertInto('jobLog')
      .values([
        { ...run, jobGroup: 'SYSTEM' },
        { ...run, jobGroup: 'DEFAULT' },
      ])
      .execute();
    expect(await findKeys('/monitor/jobLog/list?jobName=Trim the job')).toEqual(['job.retain(90)']);
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
        'types of notices',
        (name) => db.updateTable('dictionary').set({ dictName: name }).where('dictType', '=', 'sys_notice_type'),
      ],
      [
        '/system/dict/data/list?dictLabel',
        'announce',
        (name) => db.updateTable('dictionaryEntry').set({ dictLabel: name }).where('dictType', '=', 'sys_notice_type'),
      ],
      ['/monitor/job/list?jobName', 'trim the job', (name) => db.updateTable('job').set({ jobName: name }).where(job)],
      ['/monitor/jobLog/list?jobName', 'trim the job', (name) => db.updateTable('jobLog').set({ jobName: name }).where(job)],
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
