import type { PartnerEvent, SupplierStep } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

interface EventRow {
  supplierId: number;
  action: SupplierStep | 'add' | 'edit' | 'reopen';
  userId: number;
  reason?: string | null | undefined;
}

export const insertEvent = (db: Db, { reason, ...event }: EventRow) =>
  db
    .insertInto('supplierEvent')
    .values({ ...event, reason: reason ?? null })
    .execute();

/** Newest first. */
export const listEvents = (db: Db, supplierId: number, limit: number): Promise<PartnerEvent[]> =>
  db
    .selectFrom('supplierEvent')
    .leftJoin('users', 'users.userId', 'supplierEvent.userId')
    .select(['eventId', 'action', 'reason', 'eventTime', sql<string>`coalesce(user_name, '')`.as('userName')])
    .where('supplierId', '=', supplierId)
    .orderBy('eventId', 'desc')
    .limit(limit)
    .execute();

/** Since the last approval. */
export async function hasPrepared(db: Db, supplierId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('supplierEvent as e')
    .select('e.eventId')
    .where('e.supplierId', '=', supplierId)
    .where('e.userId', '=', userId)
    .where('e.action', 'in', ['add', 'edit', 'submit', 'reopen'])
    .where(
      sql<boolean>`e.event_id > coalesce((select max(a.event_id) from supplier_event a
        where a.supplier_id = ${supplierId} and a.action = 'approve'), 0)`,
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
