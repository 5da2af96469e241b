import { zhCN } from '@suyuan/contract/words/zh-CN';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

describe('what an installation starts with', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('is called in every language as the database calls it: settings, jobs and dictionaries', async () => {
    const settings = await server.db
      .selectFrom('config')
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
    for (const { dictType, dictName } of await server.db.selectFrom('dictType').select(['dictType', 'dictName']).execute())
      expect(words[`system.dict.seed.name.${dictType}`]).toBe(dictName);
    for (const entry of await server.db.selectFrom('dictData').select(['dictType', 'dictValue', 'dictLabel']).execute())
      expect(words[`dict.${entry.dictType}.${entry.dictValue}`]).toBe(entry.dictLabel);
    const uneven = seeded.filter(
      ({ of, key, name, about }) => words[`${of}.name.${key}`] !== name || `${of}.about.${key}` in words !== Boolean(about),
    );
    expect(uneven).toEqual([]);
    // what is said of a setting is read in other languages as long as nobody wrote it anew
    for (const { configKey, remark } of settings) expect(words[`system.config.seed.about.${configKey}`] ?? '').toBe(remark ?? '');
    expect(seeded.length).toBeGreaterThan(40);
  });

  it('is found by the name that the asker reads: settings, entries of dictionaries, jobs and their runs', async () => {
    const reader = await server.as(['system:config:list', 'system:dict:list', 'monitor:job:list']);
    const found = async (asked: string, language = 'en-US') =>
      (await reader.get(asked, { 'accept-language': language })).body.rows.map(
        (row: Record<string, string>) => row.configKey ?? row.invokeTarget,
      );
    const named = (part: string) => `/system/config/list?configName=${encodeURIComponent(part)}`;
    expect(await found(named('icp NUMBER'))).toEqual(['suyuan.footer.icp']);
    expect(await found(named('备案号'))).toEqual(['suyuan.footer.icp']);
    expect(await found(named('ICP number'), 'zh-CN')).toEqual([]);
    // what somebody has written in its place is read as it stands
    await server.db.updateTable('config').set({ configName: 'Licence' }).where('configKey', '=', 'suyuan.footer.icp').execute();
    expect(await found(named('ICP number'))).toEqual([]);

    const entries = (await reader.get('/system/dict/data/list?dictLabel=announce', { 'accept-language': 'en' })).body.rows;
    expect(entries).toMatchObject([{ dictType: 'sys_notice_type', dictLabel: '公告' }]);
    const types = (await reader.get('/system/dict/type/list?dictName=types%20OF%20notices', { 'accept-language': 'en' })).body.rows;
    expect(types).toMatchObject([{ dictType: 'sys_notice_type', dictName: '通知类型' }]);
    expect(await found('/monitor/job/list?jobName=trim the job')).toEqual(['job.retain(90)']);
    const run = { jobName: '清理调度日志', invokeTarget: 'job.retain(90)' };
    await server.db
      .insertInto('jobLog')
      .values([
        { ...run, jobGroup: 'SYSTEM' },
        { ...run, jobGroup: 'DEFAULT' },
      ])
      .execute();
    expect(await found('/monitor/jobLog/list?jobName=Trim the job')).toEqual(['job.retain(90)']);
  });
});
