import { describe, expect, it } from 'vitest';
import { isCommon, isStrong } from './password.service.ts';

describe('password rules', () => {
  it('reject common passwords in any disguise', () => {
    const common = [
      ...['password', 'PASSWORD', 'P@ssw0rd', 'p4$$w0rd', 'Password123!', '123password', 'passwordpassword', 'pass-word'],
      ...['admin123', 'Admin@123', 'ruoyi123', 'qwerty', 'qwertyuiop', '1qaz2wsx', '1q2w3e4r5t', '123456', '1234567890123456', '987654321'],
      ...['aaaaaaaaaaaaaaaa', 'abcabcabcabcabc', 'woaini1314', 'iloveyou520', 'letmein!!', 'dragon2024', 'Suyuan@2026', 'traceability1'],
    ];
    expect(common.filter((password) => !isCommon(password))).toEqual([]);
  });

  it('accept phrases and random texts in any script, without composition rules', () => {
    const good = [
      'correct horse battery staple',
      '春江潮水连海平海上明月共潮生',
      'k7m2p-xw4hq-t9rbn-c3vdy',
      'aegh zlkw oiqb vnru',
      `${'x'.repeat(60)}unlike the rest`,
    ];
    expect(good.filter((password) => !isStrong(password, ['li.ming'], 14))).toEqual([]);
  });

  it('count characters, not bytes, and reject personal data of the user', () => {
    expect(isStrong('春江潮水连海平', ['li'], 8)).toBe(false);
    expect(isStrong('kitchen-Li.Ming-window', ['', 'li.ming'], 15)).toBe(false);
    expect(isStrong('kitchen-window-lamp', ['li.ming', 'la'], 15)).toBe(true);
  });

  it('are fast for long texts', () => {
    const started = process.cpuUsage();
    for (const text of ['a'.repeat(200), `${'ab'.repeat(99)}c`, '1!'.repeat(100)]) isCommon(text);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(500);
  });
});
