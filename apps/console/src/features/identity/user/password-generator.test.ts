import { fitsPasswordClass } from '@suyuan/contract';
import { describe, expect, it } from 'vitest';
import { entropyBits, generatePassword } from './password-generator.ts';

describe('generated password', () => {
  it('meets the configured class, fits all RuoYi servers and is unique', () => {
    for (const passwordClass of ['0', '1', '2', '3', '4', '9']) {
      const passwords = Array.from({ length: 200 }, () => generatePassword(passwordClass));
      expect(passwords.every((password) => fitsPasswordClass(password, passwordClass))).toBe(true);
      expect(passwords.every(({ length }) => length >= 19 && length <= 20)).toBe(true);
      expect(new Set(passwords).size).toBe(200);
    }
  });

  it('uses every character about equally often', () => {
    const counts = new Map<string, number>();
    for (let count = 0; count < 4000; count++)
      for (const sign of generatePassword().replaceAll('-', '')) counts.set(sign, (counts.get(sign) ?? 0) + 1);
    expect(counts.size).toBe(31);
    const mean = (4000 * 16) / 31;
    for (const [sign, occurrences] of counts) expect(Math.abs(occurrences - mean) / mean, sign).toBeLessThan(0.2);
  });

  it('has 79 bits of entropy, far more than a word', () => {
    expect(entropyBits('k7m2-xw4h-t9rb-c3vd')).toBe(79);
    expect(entropyBits('')).toBe(0);
    expect(entropyBits('summer')).toBeLessThan(30);
  });
});
