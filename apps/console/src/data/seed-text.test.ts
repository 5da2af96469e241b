import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { seedText } from './seed-text.ts';
import { speak } from './words.ts';

describe('what an installation starts with', () => {
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} });
    await speak('en-US');
  });
  afterAll(() => vi.unstubAllGlobals());

  it('is said in the language in use', () => {
    expect(seedText('dict.sys_user_sex.0', '男')).toBe('Male');
    expect(seedText('system.config.seed.name.suyuan.footer.icp', '登录页-备案号')).toMatch(/ICP number/i);
  });

  it('is left as it stands where somebody has written it anew, in whatever language, or where no pack knows it', () => {
    for (const text of ['男士', 'Man', '', null]) expect(seedText('dict.sys_user_sex.0', text)).toBe(text);
    expect(seedText('dict.own.0', '男')).toBe('男');
    expect(seedText('toString', '男')).toBe('男');
  });

  it('is said as it is stored in Chinese', async () => {
    await speak('zh-CN');
    expect(seedText('dict.sys_user_sex.0', '男')).toBe('男');
    await speak('en-US');
  });
});
