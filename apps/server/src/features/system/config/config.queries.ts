import { sql } from 'kysely';
import type { Db } from '../../../db/database.types.ts';

export const find = (db: Db, configKey: string) =>
  db.selectFrom('config').select('configValue').where('configKey', '=', configKey).executeTakeFirst();

export const findMany = (db: Db, configKeys: readonly string[]) =>
  db.selectFrom('config').select(['configKey', 'configValue']).where('configKey', 'in', configKeys).execute();

/** Resolves to undefined where there is no such setting. */
export const update = (db: Db, configKey: string, configValue: string) =>
  db
    .updateTable('config')
    .set({ configValue, updateTime: sql<string>`now()` })
    .where('configKey', '=', configKey)
    .returning('configId')
    .executeTakeFirst();
