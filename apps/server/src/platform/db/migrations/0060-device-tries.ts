import { type Kysely, sql } from 'kysely';

/** Wrong passwords on a remembered device are counted there, so that a lock by a stranger elsewhere does not hold for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table device add failure_count int not null default 0;
    -- until when the count holds; each try sets it further
    alter table device add failure_expire_time timestamptz;
  `.execute(db);
}
