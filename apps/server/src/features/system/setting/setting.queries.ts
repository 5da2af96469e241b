import { type ChangesOf, type InputOf, type QueryOf, type RecordOf, settings } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { matchesDisplayName, page, type SeedName } from '../../../platform/db/page.ts';
import { storedFields, whereFields } from '../../../platform/db/record-table.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';

type Configs = typeof settings;

/** Undefined if there is no such setting. */
export const findValue = (db: Db, configKey: string) =>
  db.selectFrom('setting').select('configValue').where('configKey', '=', configKey).executeTakeFirst();

export const findMany = (db: Db, configKeys: readonly string[]) =>
  db.selectFrom('setting').select(['configKey', 'configValue']).where('configKey', 'in', configKeys).execute();

export const listValues = (db: Db) => db.selectFrom('setting').select(['configKey', 'configValue']).orderBy('configKey').execute();

const select = (db: Db) =>
  db
    .selectFrom('setting')
    .leftJoin('users as maker', 'maker.userId', 'setting.createBy')
    .leftJoin('users as editor', 'editor.userId', 'setting.updateBy')
    .select(storedFields(settings, 'setting'))
    .select(['maker.userName as createBy', 'editor.userName as updateBy'])
    // A check constraint guarantees the flag.
    .$castTo<RecordOf<Configs>>();

/**
 * Settings, by id by default.
 * @param seeds names of built-in settings, by key
 */
export function list(db: Db, { paging, ...filters }: QueryOf<Configs>, seeds: readonly SeedName[]) {
  const named = { column: 'configName', key: sql.ref<string>('configKey'), seeds };
  const rows = whereFields(select(db), settings, 'setting', filters, { configName: (name) => matchesDisplayName(named, name) });
  return page(rows, 'configId', { ...paging, orderBy: paging.orderBy ?? 'configId' }, named);
}

export const find = (db: Db, id: number) => select(db).where('configId', '=', id).executeTakeFirst();

export const lock = (db: Db, id: number) =>
  db.selectFrom('setting').select(['configKey', 'configType']).where('configId', '=', id).forUpdate().executeTakeFirst();

export const insert = (db: Db, row: InputOf<Configs> & { configValue: string; createBy: number }) =>
  db.insertInto('setting').values(row).returning('configId').executeTakeFirstOrThrow();

/** Undefined if no such setting exists at that revision. */
export const update = (db: Db, id: number, { version, ...changes }: ChangesOf<Configs>, userId: number) =>
  db
    .updateTable('setting')
    .set({ ...changes, ...revisionColumns(userId) })
    .where('configId', '=', id)
    .where(unchangedSince(version))
    .returning('configId')
    .executeTakeFirst();

/** Undefined if there is no such setting. */
export const updateValue = (db: Db, configKey: string, configValue: string) =>
  db
    .updateTable('setting')
    .set({ configValue, updateTime: sql<string>`now()`, version: sql<number>`version + 1` })
    .where('configKey', '=', configKey)
    .returning('configId')
    .executeTakeFirst();

/** Removes settings that are not built in. Returns all existing `ids` with their keys. */
export const remove = async (db: Db, ids: number[]) => {
  const rows = await db
    .selectFrom('setting')
    .select(['configKey', 'configType'])
    .where('configId', 'in', ids)
    .orderBy('configId')
    .forUpdate()
    .execute();
  await db.deleteFrom('setting').where('configId', 'in', ids).where('configType', '=', 'N').execute();
  return rows;
};
