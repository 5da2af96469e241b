import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';

const schema = path.join(import.meta.dirname, '../schema');

/** Column values by camel-case column name. Absent columns take their defaults. */
type Row = Record<string, unknown>;
type Tree = Row & { children?: Tree[] };

const seeds = <T = Row>(name: string): T[] => JSON.parse(readFileSync(path.join(schema, 'seeds', `${name}.json`), 'utf8'));

/** No release works without it. */
export const required = true;

const schemaSql = readFileSync(path.join(schema, 'baseline.sql'), 'utf8');

export const baselineTables = [...schemaSql.matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name);

/** Creates the schema of version 1.0.0 with the rows that every installation starts with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(schemaSql).execute(db);
  const insert = (table: string, rows: Row[]) => (db as Kysely<Record<string, Row>>).insertInto(table).values(rows).execute();
  await insert('department', flattened(seeds<Tree>('departments'), 'deptId', []));
  await insert('post', seeds('posts'));
  const menus = flattened(seeds<Tree>('menus'), 'menuId', []).map(({ ancestors: _, parentId, ...menu }) => ({
    ...menu,
    parentId: parentId ?? 0,
  }));
  await insert('menu', menus);
  for (const { perms, departments, ...role } of seeds<Row & { perms?: string[]; departments?: number[] }>('roles')) {
    await insert('role', [{ ...role, roleSort: role.roleId }]);
    if (departments)
      await insert(
        'roleDepartment',
        departments.map((deptId) => ({ roleId: role.roleId, deptId })),
      );
    if (perms) await grant(db, role.roleId, perms);
  }
  for (const { entries, ...dictionary } of seeds<Row & { entries: Row[] }>('dictionaries')) {
    await insert('dictionary', [dictionary]);
    await insert(
      'dictionaryEntry',
      entries.map((entry) => ({ ...entry, dictType: dictionary.dictType, cssClass: '' })),
    );
  }
  await insert(
    'setting',
    seeds('settings').map((setting) => ({ ...setting, configType: 'Y' })),
  );
  await insert(
    'job',
    seeds('jobs').map((job) => ({ ...job, jobGroup: 'SYSTEM', misfirePolicy: '2', builtin: true })),
  );
  await insert(
    'notice',
    seeds('notices').map((notice) => ({ ...notice, createBy: 1 })),
  );
}

/** Parents before their children, with `parentId` and `ancestors`. */
const flattened = (nodes: Tree[], key: string, ancestors: unknown[]): Row[] =>
  nodes.flatMap(({ children = [], ...row }) => [
    { ...row, parentId: ancestors.at(-1) ?? null, ancestors },
    ...flattened(children, key, [...ancestors, row[key]]),
  ]);

/** Links a role to the menus with these permissions and to the directories and pages above them. */
const grant = (db: Kysely<unknown>, roleId: unknown, perms: string[]) =>
  sql`with recursive granted as (
      select menu_id, parent_id from menu where perms = any(${perms}::text[])
      union select menu.menu_id, menu.parent_id from menu join granted on menu.menu_id = granted.parent_id
    )
    insert into role_menu (role_id, menu_id) select ${roleId}::bigint, menu_id from granted`.execute(db);
