import type { Db } from './database.types.ts';

/** What this installation has noted about itself under `name`; undefined while it has not. */
export const findFact = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst())?.value;

/** Notes a fact unless there is one of that name already, and answers the one that stands. */
export async function noteFact(db: Db, name: string, value: string): Promise<string> {
  const row = { name, value };
  await db
    .insertInto('installation')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findFact(db, name)) ?? value;
}
