import { describe, expect, it } from 'vitest';
import { strengthOf } from './password-form.tsx';

describe('password strength meter', () => {
  it('grows with unpredictability, not with repetition', () => {
    expect(strengthOf('', 'li')).toBe(0);
    for (const weak of ['a', 'aaaaaaaaaaaaaaaa', 'abcdefghijklmnop', '1234567890123456', 'k7#mQ2!'])
      expect(strengthOf(weak, 'li'), weak).toBe(1);
    expect(strengthOf('seven quiet', 'li')).toBeGreaterThan(1);
    for (const good of ['correct horse battery staple', 'k7m2p-xw4hq-t9rbn-c3vdy', '春江潮水连海平海上明月'])
      expect(strengthOf(good, 'li'), good).toBe(4);
  });

  it('ignores the user name', () => {
    expect(strengthOf('wangxiaoming', 'wangxiaoming')).toBe(1);
    expect(strengthOf('WangXiaoMing 88', 'wangxiaoming')).toBe(1);
  });
});
