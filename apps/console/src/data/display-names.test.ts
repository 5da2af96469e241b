import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { translateSeedText } from './display-names.ts';
import { setLanguage } from './i18n.ts';

describe('what an installation starts with', () => {
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} });
    await setLanguage('en-US');
  });
  afterAll(() => vi.unstubAllGlobals());

  it('is said in the language in use', () => {
    expect(translateSeedText('dict.sys_user_sex.0', '男')).toBe('Male');
    expect(translateSeedText('system.config.seed.name.suyuan.footer.icp', '登录页-备案号')).toMatch(/ICP number/i);
  });

  it('is left as it stands where somebody has written it anew, in whatever language, or where no pack knows it', () => {
    for (const text of ['男士', 'Man', '', null]) expect(translateSeedText('dict.sys_user_sex.0', text)).toBe(text);
    expect(translateSeedText('dict.own.0', '男')).toBe('男');
    expect(translateSeedText('toString', '男')).toBe('男');
  });

  it('is said as it is stored in Chinese', async () => {
    await setLanguage('zh-CN');
    expect(translateSeedText('dict.sys_user_sex.0', '男')).toBe('男');
    await setLanguage('en-US');
  });
});
