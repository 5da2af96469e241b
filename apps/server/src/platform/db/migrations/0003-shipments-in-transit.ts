import { type Kysely, sql } from 'kysely';

/** Shipments that wait for their receipt are few among all shipments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index shipment_in_transit_idx on shipment (dispatch_id) where state = 'shipped'`.execute(db);
}
