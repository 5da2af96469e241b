import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { call } from './api.ts';
import { displayNameQuery } from './user-names.ts';

vi.mock('./api.ts', () => ({ call: vi.fn() }));

it('requests a name again after a failed request, and remembers an unknown user', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const nameOf = (userName: string) => client.fetchQuery(displayNameQuery(userName));
  vi.mocked(call).mockRejectedValueOnce(new Error('lost'));
  await expect(nameOf('planner')).rejects.toThrow('lost');
  vi.mocked(call).mockResolvedValueOnce({ planner: '计划员' });
  expect(await Promise.all([nameOf('planner'), nameOf('ghost')])).toEqual(['计划员', null]);
  expect(await nameOf('ghost')).toBe(null);
  expect(call).toHaveBeenCalledTimes(2);
});
