import { hash } from '../features/identity/password/password.service.ts';
import type { Db } from '../platform/db/db.ts';

/** Factories produce valid records by default. */

let count = 0;
/** Unique within a test run. */
export const unique = () => ++count + process.pid * 1000;

export const supplierInput = (overrides: object = {}) => ({ supplierCode: `S-${unique()}`, supplierName: '顶点标签', ...overrides });
export const productInput = (overrides: object = {}) => ({
  categoryCode: `C-${unique()}`,
  categoryName: '纯牛奶 250ml',
  shelfLife: 6,
  shelfLifeUnit: 'month',
  ...overrides,
});
export const codeRuleInput = (overrides: object = {}) => ({
  ruleName: `R-${unique()}`,
  prefix: '',
  alphabet: 'base32',
  serialDigits: 8,
  tagDigits: 8,
  ...overrides,
});

/** Without `parent`, a root. */
export async function insertDepartment(db: Db, parent?: { deptId: number; ancestors: number[] }) {
  const ancestors = parent ? [...parent.ancestors, parent.deptId] : [];
  const row = { deptName: `部门${unique()}`, parentId: parent?.deptId ?? null, ancestors };
  return db.insertInto('department').values(row).returning(['deptId', 'ancestors']).executeTakeFirstOrThrow();
}

/** Has no password; tests open a session directly. */
export async function insertUser(db: Db, options: { deptId?: number | null; userName?: string } = {}) {
  const userName = options.userName ?? `user${unique()}`;
  const row = { userName, nickName: userName, password: '-', deptId: options.deptId ?? null };
  return db.insertInto('users').values(row).returning(['userId', 'userName']).executeTakeFirstOrThrow();
}

export async function insertRole(db: Db, userId: number, permissions: string[], dataScope: string, deptIds: number[] = []) {
  const key = `role${unique()}`;
  const role = { roleName: key, roleKey: key, roleSort: 1, dataScope };
  const { roleId } = await db.insertInto('role').values(role).returning('roleId').executeTakeFirstOrThrow();
  await db.insertInto('userRole').values({ userId, roleId }).execute();
  for (const perms of permissions) {
    const menu = { menuName: perms, menuType: 'F', perms };
    const { menuId } = await db.insertInto('menu').values(menu).returning('menuId').executeTakeFirstOrThrow();
    await db.insertInto('roleMenu').values({ roleId, menuId }).execute();
  }
  if (deptIds.length)
    await db
      .insertInto('roleDepartment')
      .values(deptIds.map((deptId) => ({ roleId, deptId })))
      .execute();
  return { roleId };
}

/** With its own product, supplier and rule by default. */
export async function insertBatch(
  db: Db,
  options: { supplierId?: number; categoryId?: number; codeRuleId?: number; quantity?: number } = {},
) {
  const { userId } = await insertUser(db);
  const by = { createBy: userId, deptId: 100 };
  const supplierId = options.supplierId ?? (await insertSupplier(db, by)).supplierId;
  const codeRuleId = options.codeRuleId ?? (await insertRule(db, by)).codeRuleId;
  const categoryId = options.categoryId ?? (await insertProduct(db, by)).categoryId;
  const row = {
    batchNo: `B${unique()}`,
    supplierId,
    codeRuleId,
    categoryId,
    quantity: options.quantity ?? 1000,
    madeDate: '2026-01-01',
    ...by,
  };
  return db.insertInto('batch').values(row).returning(['batchId', 'batchNo']).executeTakeFirstOrThrow();
}

interface Owner {
  createBy: number;
  deptId: number;
}
const newOwner = async (db: Db): Promise<Owner> => ({ createBy: (await insertUser(db)).userId, deptId: 100 });

export async function insertSupplier(db: Db, by?: Owner) {
  const row = { supplierCode: `S-${unique()}`, supplierName: '顶点标签', state: 'approved', ...(by ?? (await newOwner(db))) };
  return db.insertInto('supplier').values(row).returning('supplierId').executeTakeFirstOrThrow();
}

export async function insertProduct(db: Db, by?: Owner) {
  const row = { categoryCode: `C-${unique()}`, categoryName: '纯牛奶', ...(by ?? (await newOwner(db))) };
  return db.insertInto('product').values(row).returning('categoryId').executeTakeFirstOrThrow();
}

async function insertRule(db: Db, by: { createBy: number; deptId: number }) {
  const shape = { prefix: '', alphabet: 'base32', serialDigits: 8, tagDigits: 8, checkCharacter: false, capacity: 32 ** 8 };
  const { spaceId } = await db
    .insertInto('codeSpace')
    .values(shape)
    .onConflict((conflict) => conflict.constraint('code_space_prefix_total_length_alphabet_key').doUpdateSet({ kind: 'derived' }))
    .returning('spaceId')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('codeEpoch')
    .values({ spaceId, epoch: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .insertInto('codeRule')
    .values({ ruleName: `R-${unique()}`, spaceId, ...by })
    .returning('codeRuleId')
    .executeTakeFirstOrThrow();
}

/** A user without roles who can sign in with `password`. */
export async function insertUserWithPassword(
  db: Db,
  password: string,
  options: { userName?: string; hash?: string; status?: '0' | '1' } = {},
) {
  const userName = options.userName ?? `signer${unique()}`;
  const row = {
    userName,
    nickName: userName,
    deptId: 103,
    status: options.status ?? '0',
    password: options.hash ?? (await hash(password)),
  };
  return db.insertInto('users').values(row).returning(['userId', 'userName']).executeTakeFirstOrThrow();
}
