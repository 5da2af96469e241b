import { expect, it, vi } from 'vitest';

const token = vi.hoisted(() => ({ readToken: vi.fn((): string | undefined => 'first') }));
vi.mock('../data/token.ts', () => token);

it('distinguishes a page of an earlier sign-in from a signed-out page', async () => {
  const { isSessionReplaced } = await import('./page-session.ts');
  expect(isSessionReplaced()).toBe(false);
  token.readToken.mockReturnValue(undefined);
  expect(isSessionReplaced()).toBe(false);
  token.readToken.mockReturnValue('second');
  expect(isSessionReplaced()).toBe(true);
});
