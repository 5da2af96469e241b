import { type Kysely, sql } from 'kysely';

/** Scans are filed and counted in one statement, which undoes itself where somebody else filed or counted the same meanwhile. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function scan_whole(whole boolean) returns void language plpgsql as $$
      begin
        if not whole then
          raise exception 'somebody else filed or counted the same meanwhile' using errcode = 'serialization_failure';
        end if;
      end
    $$;
  `.execute(db);
}
