import { type Kysely, sql } from 'kysely';

/** Suppliers and dealers are somewhere, dealers have warehouses; and what was scanned of one dealer's goods lately is found by the dealer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['supplier', 'channel_business'])
    await sql`alter table ${sql.table(table)}
      add lng double precision constraint ${sql.id(`${table}_lng_check`)} check (lng between -180 and 180),
      add lat double precision constraint ${sql.id(`${table}_lat_check`)} check (lat between -90 and 90),
      add constraint ${sql.id(`${table}_position_check`)} check ((lng is null) = (lat is null))`.execute(db);
  await sql`
    alter table channel_business add warehouses text;
    create index scan_hour_holder_id_idx on scan_hour (holder_id, hour) where holder_id > 0;
  `.execute(db);
}
