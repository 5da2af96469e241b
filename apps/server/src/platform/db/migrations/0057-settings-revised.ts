import { type Kysely, sql } from 'kysely';

/** Menus, dictionaries and settings count their changes as all other records do: an edit of what somebody changed meanwhile is refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table menu add version int not null default 1;
    alter table dict_type add version int not null default 1;
    alter table dict_data add version int not null default 1;
    alter table config add version int not null default 1;
  `.execute(db);
}
