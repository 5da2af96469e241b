import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { storedTexts, translatedTexts, translateSeedText } from './display-names.ts';
import { setLanguage } from './i18n.ts';

describe('texts of seed data', () => {
  beforeAll(async () => {
    vi.stubGlobal('document', { documentElement: {} });
    await setLanguage('en-US');
  });
  afterAll(() => vi.unstubAllGlobals());

  it('appear in the current language', () => {
    expect(translateSeedText('dict.sys_user_sex.0', '男')).toBe('Male');
    expect(translateSeedText('system.config.seed.name.suyuan.footer.icp', '登录页-备案号')).toMatch(/ICP number/i);
  });

  it('are unchanged after an edit in any language, and when no pack contains them', () => {
    for (const text of ['男士', 'Man', '', null]) expect(translateSeedText('dict.sys_user_sex.0', text)).toBe(text);
    expect(translateSeedText('dict.own.0', '男')).toBe('男');
    expect(translateSeedText('toString', '男')).toBe('男');
  });

  it('are translated in a form, and stored as they were unless edited', async () => {
    const setting = { configKey: 'suyuan.footer.icp', configName: '登录页-备案号', configValue: '', remark: null };
    const translated = translatedTexts(setting);
    expect(translated.configName).toMatch(/ICP number/i);
    expect(storedTexts(translated, setting, translated)).toEqual(setting);
    expect(storedTexts({ ...translated, configName: 'ICP' }, setting, translated).configName).toBe('ICP');
    const role = { roleId: 3, roleName: '计划员' };
    expect(translatedTexts(role).roleName).not.toBe(role.roleName);
    const filled = translatedTexts(role);
    await setLanguage('zh-CN');
    expect(storedTexts(filled, role, filled)).toEqual(role);
    await setLanguage('en-US');
  });

  it('appear as stored in Chinese', async () => {
    await setLanguage('zh-CN');
    expect(translateSeedText('dict.sys_user_sex.0', '男')).toBe('男');
    await setLanguage('en-US');
  });
});
