import { unique } from './factories.ts';
import type { Client, TestServer } from './test-server.ts';

export const path = '/system/role';
export const all = ['list', 'query', 'add', 'edit', 'remove', 'export'].map((verb) => `system:role:${verb}`);

export const named = (given: object = {}) => ({
  ...{ roleName: `角色${unique()}`, roleKey: `key${unique()}`, roleSort: 5, status: '0' },
  ...given,
});

export type RoleKeeping = Awaited<ReturnType<typeof roleKeeping>>;

export async function roleKeeping(server: TestServer) {
  const admin = await server.as([]);
  await server.db.insertInto('userRole').values({ userId: admin.userId, roleId: 1 }).execute();
  return {
    admin,
    add: async (given: object = {}, by: Client = admin) => (await by.post(path, named(given))).body.data.roleId as number,
    read: async (roleId: number) => (await admin.get(`${path}/${roleId}`)).body.data,
    menusOf: async (roleId: number) => {
      const rows = await server.db.selectFrom('roleMenu').select('menuId').where('roleId', '=', roleId).orderBy('menuId').execute();
      return rows.map(({ menuId }) => menuId);
    },
    menuOf: async (perms: string) => {
      const row = { menuName: perms, menuType: 'F', perms };
      return (await server.db.insertInto('menu').values(row).returning('menuId').executeTakeFirstOrThrow()).menuId;
    },
  };
}
