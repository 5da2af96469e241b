import { fitsPasswordClass } from '@suyuan/contract';
import { describe, expect, it } from 'vitest';
import { bitsOf, generatePassword } from './password-generator.ts';

describe('a generated password', () => {
  it('is of the class that the setting asks for, as long as every server of the family takes, and never twice the same', () => {
    for (const passwordClass of ['0', '1', '2', '3', '4', '9']) {
      const made = Array.from({ length: 200 }, () => generatePassword(passwordClass));
      expect(made.every((password) => fitsPasswordClass(password, passwordClass))).toBe(true);
      expect(made.every(({ length }) => length >= 19 && length <= 20)).toBe(true);
      expect(new Set(made).size).toBe(200);
    }
  });

  it('uses every sign about as often as any other', () => {
    const counts = new Map<string, number>();
    for (let count = 0; count < 4000; count++)
      for (const sign of generatePassword().replaceAll('-', '')) counts.set(sign, (counts.get(sign) ?? 0) + 1);
    expect(counts.size).toBe(31);
    const mean = (4000 * 16) / 31;
    for (const [sign, seen] of counts) expect(Math.abs(seen - mean) / mean, sign).toBeLessThan(0.2);
  });

  it('takes 79 bits to guess, and a word far fewer', () => {
    expect(bitsOf('k7m2-xw4h-t9rb-c3vd')).toBe(79);
    expect(bitsOf('')).toBe(0);
    expect(bitsOf('summer')).toBeLessThan(30);
  });
});
