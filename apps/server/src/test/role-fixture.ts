import { unique } from './factories.ts';
import type { Client, TestServer } from './test-server.ts';

export const rolePath = '/system/role';
export const rolePermissions = ['list', 'query', 'add', 'edit', 'remove', 'export'].map((verb) => `system:role:${verb}`);

export const roleInput = (overrides: object = {}) => ({
  ...{ roleName: `角色${unique()}`, roleKey: `key${unique()}`, roleSort: 5, status: '0' },
  ...overrides,
});

export type RoleFixture = Awaited<ReturnType<typeof openRoleFixture>>;

export async function openRoleFixture(server: TestServer) {
  const admin = await server.as([]);
  await server.db.insertInto('userRole').values({ userId: admin.userId, roleId: 1 }).execute();
  return {
    admin,
    add: async (overrides: object = {}, by: Client = admin) => (await by.post(rolePath, roleInput(overrides))).body.data.roleId as number,
    read: async (roleId: number) => (await admin.get(`${rolePath}/${roleId}`)).body.data,
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
