import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDatabaseUrl } from '../platform/db/hosts.ts';
import { readEnvironment } from './environment.ts';
import { repository } from './environment-variables.ts';

const readValid = (env: Record<string, string>) => {
  const answer = readEnvironment(env);
  if ('wrong' in answer) throw new Error(answer.wrong.join('\n'));
  return answer.environment;
};
const readErrors = (env: Record<string, string>) => {
  const answer = readEnvironment(env);
  return 'wrong' in answer ? answer.wrong : [];
};

describe('environment variables', () => {
  it('have defaults for all values', () => {
    expect(readValid({})).toMatchObject({
      port: 8080,
      publicPort: 8081,
      host: '127.0.0.1',
      dataDir: path.join(repository, 'data'),
      role: 'all',
      sampleData: true,
      firstLanguage: 'zh-CN',
      captchaEnabled: undefined,
      registerEnabled: undefined,
      englishEnabled: false,
      previewSite: false,
    });
  });

  it('treat an empty value as missing', () => {
    expect(readValid({ PORT: '', DATABASE_URL: ' ', REDIS_URL: '', S3_BUCKET: '', ROLE: '' })).toEqual(readValid({}));
  });

  it('are parsed', () => {
    const env = readValid({
      PORT: '80',
      DATA_DIR: '/srv/溯源 data',
      PUBLIC_BASE_URL: 'https://t.example.cn/',
      CAPTCHA_ENABLED: 'off',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      GEN_ROOT: 'apps',
      DATABASE_URL: 'postgres://a:b@h/d',
      ROLE: 'worker',
    });
    expect(env).toMatchObject({
      port: 80,
      dataDir: '/srv/溯源 data',
      publicBaseUrl: 'https://t.example.cn',
      captchaEnabled: false,
      trustProxy: ['10.0.0.0/8', '::1'],
      genRoot: path.join(repository, 'apps'),
      role: 'worker',
    });
  });

  it.each([
    ['', false],
    ['off', false],
    ['false', false],
    ['on', 1],
    ['true', 1],
    ['3', 3],
    ['loopback', ['loopback']],
    ['10.0.0.0/8,fd00::/8 , 192.0.2.1', ['10.0.0.0/8', 'fd00::/8', '192.0.2.1']],
  ])('read TRUST_PROXY=%s as the trusted proxies', (value, trustProxy) => {
    expect(readValid({ TRUST_PROXY: value }).trustProxy).toEqual(trustProxy);
  });

  it('accept a pooler only in addition to a direct database address, for notifications and locks', () => {
    const pool = { DATABASE_POOL_URL: 'postgres://a:secret@pooler:6432/d' };
    expect(readErrors(pool).join()).toMatch(/^环境变量 DATABASE_URL 应填写/);
    expect(readErrors(pool).join()).not.toContain('secret');
    expect(readValid({ ...pool, DATABASE_URL: 'postgres://a:b@h/d' })).toMatchObject({
      databasePoolUrl: pool.DATABASE_POOL_URL,
      databasePoolPrepared: false,
    });
  });

  it('accept several database hosts only with the role that they must have', () => {
    const hosts = (attributes: string) => ({ DATABASE_URL: `postgres://a:hunter2@h1:5432,h2:5433/d${attributes}` });
    const valid = hosts('?target_session_attrs=read-write&sslmode=require');
    expect(readValid(valid).databaseUrl).toBe(valid.DATABASE_URL);
    for (const attributes of ['', '?target_session_attrs=any', '?target_session_attrs=sometimes']) {
      expect(readErrors(hosts(attributes)).join()).toMatch(/^环境变量 DATABASE_URL 不对/);
      expect(readErrors(hosts(attributes)).join()).not.toContain('hunter2');
    }
    expect(parseDatabaseUrl(valid.DATABASE_URL)).toEqual({
      urls: ['postgres://a:hunter2@h1:5432/d?sslmode=verify-full', 'postgres://a:hunter2@h2:5433/d?sslmode=verify-full'],
      role: 'primary',
    });
    const one = 'postgres://a:p%40ss@h/d?application_name=x';
    expect(parseDatabaseUrl(one)).toEqual({ urls: [one], role: 'any' });
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
      expect(parseDatabaseUrl(`${one}&sslmode=${mode}&sslrootcert=a`)?.urls).toEqual([`${one}&sslmode=verify-full&sslrootcert=a`]);
    for (const mode of ['disable', 'no-verify', 'require&uselibpqcompat=true'])
      expect(parseDatabaseUrl(`${one}&sslmode=${mode}`)?.urls).toEqual([`${one}&sslmode=${mode}`]);
  });

  it('accept a standby only in addition to the database', () => {
    const standby = { DATABASE_READ_URL: 'postgres://a:secret@s1,s2/d?target_session_attrs=standby' };
    expect(readErrors(standby).join()).toMatch(/^环境变量 DATABASE_URL 应填写/);
    expect(readErrors(standby).join()).not.toContain('secret');
    expect(readValid({ ...standby, DATABASE_URL: 'postgres://a:b@h/d' }).databaseReadLag).toBe(5);
  });

  it.each([
    ['DATABASE_POOL_URL', { DATABASE_POOL_PREPARED: 'on' }],
    ['DATABASE_READ_URL', { DATABASE_READ_LAG: '9' }],
    ['S3_BUCKET', { S3_ENDPOINT: 'https://s3.example.com' }],
    // it would start an empty embedded database and verify no code
    ['DATABASE_URL', { ROLE: 'public' }],
  ])('miss %s with %o, which has no effect alone', (missing, env) => {
    const name = Object.keys(env).join();
    expect(readErrors(env)).toEqual([
      expect.stringMatching(new RegExp(`^环境变量 ${missing} 应填写：.*${name}.* / ${missing} is missing: .*${name}`)),
    ]);
    expect(readErrors({ DATABASE_URL: 'postgres://a:b@h/d', ROLE: 'public' })).toEqual([]);
  });

  it('accept an owner role only in addition to the application role', () => {
    const owner = { DATABASE_OWNER_URL: 'postgres://owner:secret@h/d' };
    expect(readErrors(owner).join()).toMatch(/^环境变量 DATABASE_URL 应填写/);
    expect(readErrors({ DATABASE_URL: 'postgres://a:b@h/d', DATABASE_OWNER_URL: 'http://owner:secret@h/d' }).join()).not.toContain(
      'secret',
    );
    expect(readValid({ ...owner, DATABASE_URL: 'postgres://a:b@h/d' }).databaseOwnerUrl).toBe(owner.DATABASE_OWNER_URL);
  });

  it('load no sample data into an external database', () => {
    expect(readValid({ DATABASE_URL: 'postgres://a:b@h/d', SAMPLE_DATA: 'on' }).sampleData).toBe(false);
    expect(readValid({ SAMPLE_DATA: 'off' })).toMatchObject({ sampleData: false, firstLanguage: 'zh-CN' });
    expect(readValid({ ENGLISH_ENABLED: 'on' })).toMatchObject({ sampleData: true, firstLanguage: 'en-US' });
    expect(readValid({ ENGLISH_ENABLED: 'on', SAMPLE_DATA: 'zh-CN' })).toMatchObject({ sampleData: true, firstLanguage: 'zh-CN' });
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PUBLIC_PORT', '8080'],
    ['HEALTH_PORT', '8080'],
    ['HEALTH_PORT', '8081'],
    ['HOST', 'a b'],
    ['DATABASE_URL', 'mysql://h/d'],
    ['DATABASE_URL', 'here'],
    ['DATABASE_OWNER_URL', 'http://h/d'],
    ['DATABASE_POOL_URL', 'http://h:6432'],
    ['DATABASE_POOL_PREPARED', 'maybe'],
    ['DATABASE_READ_LAG', '0'],
    ['REDIS_URL', 'http://h'],
    ['S3_BUCKET', 'b'],
    ['S3_SOMETHING', 'x'],
    ['PUBLIC_BASE_URL', 't.example.cn'],
    ['PUBLIC_BASE_URL', 'https://t.example.cn/?a=1'],
    ['ADMIN_PASSWORD', 'short'],
    ['ADMIN_PASSWORD', 'admin123456'],
    ['ADMIN_PASSWORD', 'aaaaaaaaaa'],
    ['SAMPLE_DATA', 'yes please'],
    ['CAPTCHA_ENABLED', '2'],
    ['REGISTER_ENABLED', 'ja'],
    ['TRUST_PROXY', '1.2.3.4; rm'],
    ['TRUST_PROXY', '999.1.1.1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['TRUST_PROXY', '::1/129'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '10.0.0.1,,10.0.0.2'],
    ['TRUST_PROXY', 'fe80::1%eth0'],
    ['TRUST_PROXY', '0'],
    ['TRUST_PROXY', '10'],
    ['TRUST_PROXY', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['PREVIEW_SITE', 'x'],
    ['ENGLISH_ENABLED', 'x'],
    ['AMAP_KEY', '<key>'],
    ['AMAP_SECURITY_CODE', 'x'],
    ['GEN_ROOT', '/nowhere/at all'],
    ['GEN_ROOT', import.meta.filename],
    ['ROLE', 'king'],
  ])('reject %s=%s with one line that names it in two languages', (name, value) => {
    const lines = readErrors({ [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^环境变量 ${name}.* / .+`));
    expect(lines[0]).not.toContain('\n');
  });

  it('never print a secret in an error', () => {
    expect(readErrors({ ADMIN_PASSWORD: 'qwerty', DATABASE_URL: 'http://u:hunter2@h' }).join()).not.toMatch(/qwerty|hunter2/);
  });
});
