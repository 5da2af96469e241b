import { menus, roles, suppliers } from '@suyuan/contract';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../data/api-error.ts';
import { onSessionReload, reloadOnRightsChange } from './session.ts';

describe('permissions of an open session', () => {
  it('are fetched once after changes of menus or roles or a refusal, and not after other changes', async () => {
    const client = new QueryClient();
    for (const { path } of [menus, roles, suppliers]) for (const rest of ['/list', '/tree']) client.setQueryData([path, rest], []);
    const renew = vi.fn();
    const unsubscribers = [onSessionReload(renew), reloadOnRightsChange(client)];
    await client.invalidateQueries({ queryKey: [menus.path] });
    expect(renew).toHaveBeenCalledTimes(1);
    await client.invalidateQueries({ queryKey: [suppliers.path] });
    expect(renew).toHaveBeenCalledTimes(1);
    await client.invalidateQueries({ queryKey: [roles.path] });
    expect(renew).toHaveBeenCalledTimes(2);
    const refused = new ApiError({ code: 403, msg: '当前操作没有权限' });
    for (const error of [new ApiError({ code: 500, msg: '不行' }), refused, refused])
      await client.fetchQuery({ queryKey: ['refused'], queryFn: () => Promise.reject(error), retry: false }).catch(() => undefined);
    expect(renew).toHaveBeenCalledTimes(3);
    for (const unsubscribe of unsubscribers) unsubscribe();
    client.setQueryData([menus.path, '/list'], []);
    await client.invalidateQueries({ queryKey: [menus.path] });
    expect(renew).toHaveBeenCalledTimes(3);
  });
});
