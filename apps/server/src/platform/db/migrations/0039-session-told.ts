import { type Kysely, sql } from 'kysely';

/** An open page learns that its session is over when it is, whatever ended it and through whichever process. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_session() returns trigger language plpgsql as $$
      begin
        perform pg_notify('session', old.session_id::text);
        return null;
      end $$;
    create trigger session_told after delete on session
      for each row execute function tell_session();
  `.execute(db);
}
