import { expect, it, vi } from 'vitest';

const token = vi.hoisted(() => ({ readToken: vi.fn((): string | undefined => 'first') }));
vi.mock('../data/token.ts', () => token);

it('knows a page that another sign-in has overtaken from one that is merely signed out', async () => {
  const { isSessionReplaced } = await import('./page-session.ts');
  expect(isSessionReplaced()).toBe(false);
  token.readToken.mockReturnValue(undefined);
  expect(isSessionReplaced()).toBe(false);
  token.readToken.mockReturnValue('second');
  expect(isSessionReplaced()).toBe(true);
});
