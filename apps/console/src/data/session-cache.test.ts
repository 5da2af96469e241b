import { beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSessionCache, readSessionCache, writeSessionCache } from './session-cache.ts';
import { clearToken, storeToken } from './token.ts';

describe('what a session was told', () => {
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

  it('stands in at the next start of the same session, without what is private', () => {
    writeSessionCache('token-1', session);
    expect(readSessionCache('token-1')).toEqual({ info: { user: { userName: 'li' }, permissions: ['a:b:c'] } });
    expect([...storage.values()].join()).not.toMatch(/token-1|13800001234|li@example/);
  });

  it('is nothing to another session, to nobody, and after a day', () => {
    writeSessionCache('token-1', session, 0);
    expect(readSessionCache('token-2', 1)).toBeUndefined();
    expect(readSessionCache(undefined, 1)).toBeUndefined();
    expect(readSessionCache('token-1', 86_400_000)).toBeUndefined();
  });

  it.each([
    ['signing out', clearToken],
    ['signing in', () => storeToken('token-1')],
    ['a 401', clearSessionCache],
  ])('is gone after %s', (_, act) => {
    writeSessionCache('token-1', session);
    act();
    expect(readSessionCache('token-1')).toBeUndefined();
  });

  it('is nothing where the storage holds something else', () => {
    storage.set('suyuan.told', '[');
    expect(readSessionCache('token-1')).toBeUndefined();
  });
});
