import { type Kysely, sql } from 'kysely';

/** Entries that shared an icon with a neighbour: id, icon before, icon. */
const changes = [
  [2007, 'dict', 'table'],
  [2108, 'goods', 'shopping'],
  [2113, 'route', 'nested'],
  [113, 'redis', 'chart'],
  [3200, 'job', 'time-range'],
  [3460, 'form', 'clipboard'],
];

/** An icon that an administrator has chosen stays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update menu set icon = c->>2, version = version + 1 from jsonb_array_elements(${JSON.stringify(changes)}::jsonb) c
    where menu_id = (c->>0)::bigint and icon = c->>1`.execute(db);
}
