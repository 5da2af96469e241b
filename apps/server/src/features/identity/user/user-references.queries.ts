import { ADMIN_ROLE_ID, type User, type UserRole } from '@suyuan/contract';
import { type RawBuilder, sql } from 'kysely';
import { isTrusted } from '../../../platform/cache/cache.ts';
import { changesOf, localCacheOf } from '../../../platform/cache/local-cache.ts';
import type { Db } from '../../../platform/db/db.ts';
import { readPrimary } from '../../../platform/db/standby-reads.ts';
import { departmentObject, roleObject } from './user.queries.ts';

/** A user without what belongs to other tables; authors are ids. */
export type UserRow = Omit<User, 'createBy' | 'updateBy' | 'dept' | 'roles' | 'postNames' | 'roleId' | 'admin'> & {
  createBy: number | null;
  updateBy: number | null;
};

interface References {
  department: NonNullable<User['dept']>;
  role: UserRole & { roleSort: number };
  post: { postId: number; postSort: number; postName: string };
  author: string;
}

const statements: Record<keyof References, (ids: number[]) => RawBuilder<{ id: number; value: unknown }>> = {
  department: (ids) => sql`select dept_id as id, ${departmentObject} as value from department where dept_id = any(${ids}::bigint[])`,
  role: (ids) => sql`select role_id as id, ${roleObject} as value from role where role_id = any(${ids}::bigint[])`,
  post: (ids) => sql`select post_id as id, jsonb_build_object('postId', post_id, 'postSort', post_sort, 'postName', post_name) as value
    from post where post_id = any(${ids}::bigint[])`,
  author: (ids) => sql`select user_id as id, user_name as value from users where user_id = any(${ids}::bigint[])`,
};

/** Referenced records by id, from memory where it is trusted. */
async function readReferences<Kind extends keyof References>(
  db: Db,
  kind: Kind,
  ids: Iterable<number | null>,
): Promise<Map<number, References[Kind]>> {
  const trusted = isTrusted(db);
  const memory = localCacheOf<References[Kind]>(db, 'user_references');
  const found = new Map<number, References[Kind]>();
  const missing: number[] = [];
  for (const id of new Set(ids)) {
    if (id === null) continue;
    const cached = trusted ? memory.get(`${kind}:${id}`) : undefined;
    if (cached === undefined) missing.push(id);
    else found.set(id, cached);
  }
  if (missing.length === 0) return found;
  const changes = changesOf(db, 'user_references');
  const { rows } = await statements[kind](missing).execute(db);
  for (const row of rows) {
    // Cast: the statement of the kind.
    const value = row.value as References[Kind];
    found.set(row.id, value);
    if (trusted && changesOf(db, 'user_references') === changes) memory.put(`${kind}:${row.id}`, value);
  }
  return found;
}

/** Adds department, roles, posts and authors, each read once for all rows. From the primary, because they are remembered. */
export const withReferences = (db: Db, rows: readonly UserRow[]): Promise<User[]> => readPrimary(() => addReferences(db, rows));

async function addReferences(db: Db, rows: readonly UserRow[]): Promise<User[]> {
  const departments = await readReferences(
    db,
    'department',
    rows.map(({ deptId }) => deptId),
  );
  const roles = await readReferences(
    db,
    'role',
    rows.flatMap(({ roleIds }) => roleIds),
  );
  const posts = await readReferences(
    db,
    'post',
    rows.flatMap(({ postIds }) => postIds),
  );
  const authors = await readReferences(
    db,
    'author',
    rows.flatMap(({ createBy, updateBy }) => [createBy, updateBy]),
  );
  const nameOf = (id: number | null) => (id === null ? null : (authors.get(id) ?? null));
  // V8 turns an object of many fields into a larger hash table when fields are added to it
  return rows.map((row) => ({
    ...row,
    createBy: nameOf(row.createBy),
    updateBy: nameOf(row.updateBy),
    dept: row.deptId === null ? null : (departments.get(row.deptId) ?? null),
    roles: row.roleIds
      .flatMap((id) => roles.get(id) ?? [])
      .sort((one, other) => one.roleSort - other.roleSort || one.roleId - other.roleId),
    postNames: row.postIds
      .flatMap((id) => posts.get(id) ?? [])
      .sort((one, other) => one.postSort - other.postSort || one.postId - other.postId)
      .map(({ postName }) => postName),
    roleId: null,
    admin: row.roleIds.includes(ADMIN_ROLE_ID),
  }));
}
