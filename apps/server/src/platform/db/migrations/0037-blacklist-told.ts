import { type Kysely, sql } from 'kysely';

/** Whoever is put on the blacklist is on it for every process at once, not when each has forgotten the old list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_blacklist() returns trigger language plpgsql as $$
      begin
        perform pg_notify('cache', 'blocked_visitors');
        return null;
      end $$;
    create trigger blacklist_told after insert or update or delete or truncate on blacklist
      for each statement execute function tell_blacklist();
  `.execute(db);
}
