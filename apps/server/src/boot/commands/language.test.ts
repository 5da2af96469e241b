import { expect, it } from 'vitest';
import { machineLanguage, takeLanguage } from './command.ts';

it('follows the locale of the machine, and defaults to Chinese when the locale has no language', () => {
  for (const env of [{}, { LANG: '' }, { LANG: 'C.UTF-8' }, { LANG: 'POSIX' }, { LANG: 'zh_CN.UTF-8' }, { LC_ALL: 'zh_TW', LANG: 'en_US' }])
    expect([env, machineLanguage(env)]).toEqual([env, 'zh-CN']);
  for (const env of [{ LANG: 'en_GB.UTF-8' }, { LANG: 'de_DE' }, { LC_ALL: 'en_US', LANG: 'zh_CN' }, { LC_MESSAGES: 'en', LANG: 'C' }])
    expect([env, machineLanguage(env)]).toEqual([env, 'en-US']);
});

it('reads --lang at any position, and rejects an unsupported language', () => {
  expect(takeLanguage(['verify', 'X', '--json'])).toEqual({ language: undefined, words: ['verify', 'X', '--json'] });
  expect(takeLanguage(['--lang', 'en', 'verify', 'X'])).toEqual({ language: 'en-US', words: ['verify', 'X'] });
  expect(takeLanguage(['verify', '--lang=zh-CN', 'X'])).toEqual({ language: 'zh-CN', words: ['verify', 'X'] });
  for (const argv of [['--lang'], ['--lang', 'fr'], ['--lang=constructor']]) expect(() => takeLanguage(argv)).toThrow('--lang');
});
