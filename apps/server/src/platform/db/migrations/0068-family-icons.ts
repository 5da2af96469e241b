import { type Kysely, sql } from 'kysely';

/** The two groups of the business have icons that every console of the family draws; icons that somebody chose stay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update menu set icon = 'validCode' where parent_id = 0 and icon = 'qrcode';
    update menu set icon = 'shopping' where parent_id = 0 and icon = 'shop';
  `.execute(db);
}
