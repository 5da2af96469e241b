import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSessionCache, readSessionCache, writeSessionCache } from './session-cache.ts';
import { clearToken, storeToken } from './token.ts';

describe('session cache', () => {
  const storage = new Map<string, string>();
  beforeEach(() => {
    storage.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => storage.delete(key),
    });
    return () => vi.unstubAllGlobals();
  });
  const session = { info: { user: { userName: 'li', phonenumber: '13800001234', email: 'li@example.cn' }, permissions: ['a:b:c'] } };

  it('restores the same session at the next start, without personal data', () => {
    writeSessionCache('token-1', session);
    expect(readSessionCache('token-1')).toEqual({ info: { user: { userName: 'li' }, permissions: ['a:b:c'] } });
    expect([...storage.values()].join()).not.toMatch(/token-1|13800001234|li@example/);
  });

  it('returns nothing for another session, without a session, and after a day', () => {
    writeSessionCache('token-1', session, 0);
    expect(readSessionCache('token-2', 1)).toBeUndefined();
    expect(readSessionCache(undefined, 1)).toBeUndefined();
    expect(readSessionCache('token-1', 86_400_000)).toBeUndefined();
  });

  it.each([
    ['signing out', clearToken],
    ['signing in', () => storeToken('token-1')],
    ['a 401', clearSessionCache],
  ])('is empty after %s', (_, act) => {
    writeSessionCache('token-1', session);
    act();
    expect(readSessionCache('token-1')).toBeUndefined();
  });

  it('is empty when the storage contains invalid data', () => {
    storage.set('suyuan.sessionCache', '[');
    expect(readSessionCache('token-1')).toBeUndefined();
  });
});
