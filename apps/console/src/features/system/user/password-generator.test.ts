import { fitsPasswordClass } from '@suyuan/contract';
import { describe, expect, it } from 'vitest';
import { bitsOf, generatePassword } from './password-generator.ts';

describe('a generated password', () => {
  it('is of the class that the setting asks for, long enough for any, and never twice the same', () => {
    for (const passwordClass of ['0', '1', '2', '3', '4', '9']) {
      const made = Array.from({ length: 200 }, () => generatePassword(passwordClass));
      expect(made.every((password) => fitsPasswordClass(password, passwordClass))).toBe(true);
      expect(made.every((password) => password.replaceAll('-', '').length === 20)).toBe(true);
      expect(new Set(made).size).toBe(200);
    }
  });

  it('uses every sign about as often as any other', () => {
    const counts = new Map<string, number>();
    for (let count = 0; count < 2000; count++)
      for (const sign of generatePassword().replaceAll('-', '')) counts.set(sign, (counts.get(sign) ?? 0) + 1);
    expect(counts.size).toBe(31);
    const mean = (2000 * 20) / 31;
    for (const [sign, seen] of counts) expect(Math.abs(seen - mean) / mean, sign).toBeLessThan(0.2);
  });

  it('takes 99 bits to guess, and a word far fewer', () => {
    expect(bitsOf('k7m2p-xw4hq-t9rbn-c3vdy')).toBe(99);
    expect(bitsOf('')).toBe(0);
    expect(bitsOf('summer')).toBeLessThan(30);
  });
});
