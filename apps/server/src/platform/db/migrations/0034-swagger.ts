import { type Kysely, sql } from 'kysely';

/** The documents of the interfaces come alive. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update menu set status = '0' where menu_id = 117`.execute(db);
}
