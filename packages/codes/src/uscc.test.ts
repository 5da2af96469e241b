import { describe, expect, it } from 'vitest';
import { isUscc } from './uscc.ts';

describe('unified social credit code', () => {
  it.each(['91350100M000100Y43', '91110000600037341L', '91440300708461136T'])('%s is valid', (text) => expect(isUscc(text)).toBe(true));
  it('is invalid with one changed character or two swapped neighbours', () => {
    const good = '91350100M000100Y43';
    const signs = '0123456789ABCDEFGHJKLMNPQRTUWXY';
    for (let at = 0; at < 18; at++)
      for (const sign of signs)
        if (sign !== good[at]) expect(isUscc(good.slice(0, at) + sign + good.slice(at + 1)), `${at} ${sign}`).toBe(false);
    expect(isUscc('91350100M00010Y043')).toBe(false);
  });
  it.each(['', '91350100m000100y43', '9135010OM000100Y43', '91350100M000100Y4', '91350100M000100Y433'])('%s is invalid', (text) =>
    expect(isUscc(text)).toBe(false),
  );
});
