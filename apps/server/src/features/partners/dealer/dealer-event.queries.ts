import type { DealerStep, PartnerEvent } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

interface EventRow {
  channelBusinessId: number;
  action: DealerStep | 'add' | 'edit' | 'move' | 'authorise' | 'lapse';
  /** Null: the system. */
  userId: number | null;
  reason?: string | null | undefined;
}

export const insert = (db: Db, { reason, ...event }: EventRow) =>
  db
    .insertInto('dealerEvent')
    .values({ ...event, reason: reason ?? null })
    .execute();

/** Newest first. */
export const list = (db: Db, channelBusinessId: number, limit: number): Promise<PartnerEvent[]> =>
  db
    .selectFrom('dealerEvent')
    .leftJoin('users', 'users.userId', 'dealerEvent.userId')
    .select(['eventId', 'action', 'reason', 'eventTime', sql<string>`coalesce(user_name, '')`.as('userName')])
    .where('channelBusinessId', '=', channelBusinessId)
    .orderBy('eventId', 'desc')
    .limit(limit)
    .execute();

/** Since the last approval. */
export async function hasEditedSinceApproval(db: Db, channelBusinessId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('dealerEvent as e')
    .select('e.eventId')
    .where('e.channelBusinessId', '=', channelBusinessId)
    .where('e.userId', '=', userId)
    .where('e.action', 'in', ['add', 'edit', 'move', 'submit'])
    .where(
      sql<boolean>`e.event_id > coalesce((select max(a.event_id) from dealer_event a
        where a.channel_business_id = ${channelBusinessId} and a.action = 'approve'), 0)`,
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the number of suspended dealers. */
export async function suspendExpired(db: Db, reason: string): Promise<number> {
  const { rows } = await sql<{ channelBusinessId: number }>`
    with lapsed as (
      update dealer set state = 'suspended', state_reason = ${reason}, version = version + 1
      where state = 'active' and contract_to < current_date returning channel_business_id
    )
    insert into dealer_event (channel_business_id, action, reason)
    select channel_business_id, 'lapse', ${reason} from lapsed returning channel_business_id`.execute(db);
  return rows.length;
}
