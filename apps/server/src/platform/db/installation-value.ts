import type { Db } from './db.ts';

export const findInstallationValue = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst())?.value;

/** Returns the recorded fact: an existing one wins. */
export async function recordInstallationValue(db: Db, name: string, value: string): Promise<string> {
  const row = { name, value };
  await db
    .insertInto('installation')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findInstallationValue(db, name)) ?? value;
}
