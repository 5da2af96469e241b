import { beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { kinds } from './config.keys.ts';
import * as configService from './config.service.ts';

describe('settings', () => {
  let server: TestServer;
  const refusal = (key: string, value: string) =>
    configService.set(server.db, key, value).then(
      () => 'none',
      ({ problem, params }) => ({ problem, params }),
    );

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('answers a value to whoever is signed in, in both places that clients look', async () => {
    const clerk = await server.as([]);
    expect((await clerk.get('/system/config/configKey/sys.index.sideTheme')).body).toEqual({
      code: 200,
      msg: 'theme-dark',
      data: 'theme-dark',
    });
    expect((await clerk.get('/system/config/configKey/no.such.key')).body).toEqual({ code: 200, msg: '', data: '' });
    expect((await server.stranger.get('/system/config/configKey/sys.index.sideTheme')).body).toMatchObject({ code: 401 });
  });

  it('tells strangers what the sign-in page needs, and not a word more', async () => {
    await configService.set(server.db, 'suyuan.footer.company', '示例乳业');
    await configService.set(server.db, 'sys.account.registerUser', 'true');
    const { body } = await server.stranger.get('/public/settings');
    expect(body.data).toEqual({
      company: '示例乳业',
      icp: '',
      captchaEnabled: true,
      registerEnabled: true,
      passwordMinLength: 15,
      passwordClass: '0',
      englishEnabled: true,
      previewSite: false,
      publicBaseUrl: 'https://t.example.cn',
    });
  });

  it('knows every setting that the installation starts with, and each holds what it may', async () => {
    const rows = await server.db.selectFrom('config').select(['configKey', 'configValue']).execute();
    const known = new Map(rows.map(({ configKey, configValue }) => [configKey, configValue]));
    for (const [key, kind] of Object.entries(kinds)) expect(kind?.schema.safeParse(known.get(key)).success, key).toBe(true);
  });

  it('refuses what a setting cannot hold, says what it can, and keeps what there was', async () => {
    const wrong: [key: string, value: string][] = [
      ['suyuan.session.idleMinutes', 'soon'],
      ['suyuan.session.idleMinutes', '0'],
      ['suyuan.session.idleMinutes', '10081'],
      ['suyuan.password.minLength', '7'],
      ['sys.account.captchaEnabled', 'maybe'],
      ['sys.login.blackIPList', "1.2.3.4'; drop table users"],
      ['suyuan.footer.icp', 'a\nb'],
      ['suyuan.footer.icp', 'x'.repeat(101)],
    ];
    for (const [key, value] of wrong) {
      const before = await configService.get(server.db, key);
      expect(await refusal(key, value)).toMatchObject({
        problem: 'configValueWrong',
        params: { configKey: key, expected: expect.any(String) },
      });
      expect(await configService.get(server.db, key)).toBe(before);
    }
    expect(await refusal('suyuan.no.such', 'x')).toMatchObject({ problem: 'configUnknown' });
    expect(await refusal('suyuan.lock.failures', '7')).toBe('none');
    expect(await configService.number(server.db, 'suyuan.lock.failures', 5)).toBe(7);
    expect(await configService.number(server.db, 'suyuan.no.such', 5)).toBe(5);
  });
});
