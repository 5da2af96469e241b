import { menus, roles, suppliers } from '@suyuan/contract';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { onSessionReload, reloadOnRightsChange } from './session.ts';

describe('permissions of an open session', () => {
  it('are fetched once after changes of menus or roles, and not after other changes', async () => {
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
    for (const unsubscribe of unsubscribers) unsubscribe();
    client.setQueryData([menus.path, '/list'], []);
    await client.invalidateQueries({ queryKey: [menus.path] });
    expect(renew).toHaveBeenCalledTimes(2);
  });
});
