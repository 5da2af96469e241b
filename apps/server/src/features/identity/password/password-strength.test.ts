import { describe, expect, it } from 'vitest';
import { isCommon, isStrong } from './password.service.ts';

describe('what a password may be', () => {
  it('knows the ones that are tried first, however they are dressed up', () => {
    const common = [
      ...['password', 'PASSWORD', 'P@ssw0rd', 'p4$$w0rd', 'Password123!', '123password', 'passwordpassword', 'pass-word'],
      ...['admin123', 'Admin@123', 'ruoyi123', 'qwerty', 'qwertyuiop', '1qaz2wsx', '1q2w3e4r5t', '123456', '1234567890123456', '987654321'],
      ...['aaaaaaaaaaaaaaaa', 'abcabcabcabcabc', 'woaini1314', 'iloveyou520', 'letmein!!', 'dragon2024', 'Suyuan@2026', 'traceability1'],
    ];
    expect(common.filter((password) => !isCommon(password))).toEqual([]);
  });

  it('lets phrases and random texts through, in any writing, without rules of composition', () => {
    const good = [
      'correct horse battery staple',
      '春江潮水连海平海上明月共潮生',
      'k7m2p-xw4hq-t9rbn-c3vdy',
      'aegh zlkw oiqb vnru',
      `${'x'.repeat(60)}unlike the rest`,
    ];
    expect(good.filter((password) => !isStrong(password, ['li.ming'], 14))).toEqual([]);
  });

  it('counts characters, not bytes, and refuses what is known of its owner', () => {
    expect(isStrong('春江潮水连海平', ['li'], 8)).toBe(false);
    expect(isStrong('kitchen-Li.Ming-window', ['', 'li.ming'], 15)).toBe(false);
    expect(isStrong('kitchen-window-lamp', ['li.ming', 'la'], 15)).toBe(true);
  });

  it('is quick with anything long', () => {
    const started = performance.now();
    for (const text of ['a'.repeat(200), `${'ab'.repeat(99)}c`, '1!'.repeat(100)]) isCommon(text);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
