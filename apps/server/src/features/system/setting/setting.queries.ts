import { settings } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { recordTable } from '../../../platform/db/record-table.ts';

/** Undefined if there is no such setting. */
export const findValue = (db: Db, configKey: string) =>
  db.selectFrom('setting').select('configValue').where('configKey', '=', configKey).executeTakeFirst();

export const findMany = (db: Db, configKeys: readonly string[]) =>
  db.selectFrom('setting').select(['configKey', 'configValue']).where('configKey', 'in', configKeys).execute();

export const listValues = (db: Db) => db.selectFrom('setting').select(['configKey', 'configValue']).orderBy('configKey').execute();

/** Names of built-in settings belong to their keys. */
export const settingTable = recordTable(settings, 'setting', { named: { column: 'configName', key: sql.ref('configKey') } });

export const lock = (db: Db, id: number) =>
  db.selectFrom('setting').select(['configKey', 'configType', 'configName']).where('configId', '=', id).forUpdate().executeTakeFirst();

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
