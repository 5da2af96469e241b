import type { BatchEvent, BatchStep, CodeStep } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

export interface EventRow {
  batchId: number;
  action:
    | BatchStep
    | CodeStep
    | (string & {})
    | 'add'
    | 'edit'
    | 'issued'
    | 'issueFailed'
    | 'exportCodes'
    | 'supplement'
    | 'supplemented'
    | 'supplementRejected';
  /** Null: the system. */
  userId: number | null;
  reason?: string | null | undefined;
  /** Default: units. */
  level?: number | undefined;
  /** From 0. Default: the whole batch. */
  run?: { from: number; count: number } | undefined;
  /** In order. */
  runs?: readonly { from: number; count: number }[] | undefined;
  /** True for the content of an affected container, which appears only in the histories of the codes. */
  within?: boolean | undefined;
}

export const insert = (db: Db, { run, runs = run && [run], level = 0, reason, within = false, ...event }: EventRow) => {
  const [first, last] = [runs?.[0], runs?.at(-1)];
  const span = first && last && { level, ordinalFrom: first.from, count: last.from + last.count - first.from };
  const ordinals = runs && runs.length > 1 ? `{${runs.map(({ from, count }) => `[${from},${from + count})`).join(',')}}` : null;
  return db
    .insertInto('batchEvent')
    .values({ ...event, ...span, reason: reason ?? null, ordinals, within })
    .execute();
};

export interface EventPlace {
  level: number;
  /** From 0. */
  ordinal: number;
}

/** Steps out of the regular life cycle. */
const INTERRUPTING_STEPS = ['cancel', 'freeze', 'recall', 'void'] as const satisfies readonly BatchStep[];

/** The last step in `INTERRUPTING_STEPS` before event `before`. */
export const findLastInterruption = (db: Db, batchId: number, before: number): Promise<BatchEvent | undefined> =>
  select(db, batchId)
    .where('ordinalFrom', 'is', null)
    .where('action', 'in', INTERRUPTING_STEPS)
    .where('eventId', '<', before)
    .orderBy('eventId', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The event that created the first codes, before event `before`. */
export const findIssue = (db: Db, batchId: number, before: number): Promise<BatchEvent | undefined> =>
  select(db, batchId)
    .where('action', 'in', ['issued', 'importCodes'])
    .where('eventId', '<', before)
    .orderBy('eventId')
    .limit(1)
    .executeTakeFirst();

/** Newest first. With `place` only events that affect that code. */
export const list = (db: Db, batchId: number, limit: number, place?: EventPlace): Promise<BatchEvent[]> =>
  select(db, batchId)
    .where(place === undefined ? sql<boolean>`not within` : affectsCode(place))
    .orderBy('eventId', 'desc')
    .limit(limit)
    .execute();

const select = (db: Db, batchId: number) =>
  db
    .selectFrom('batchEvent')
    .leftJoin('users', 'users.userId', 'batchEvent.userId')
    .select(['eventId', 'action', 'reason', 'eventTime', 'level'])
    .select([
      sql<number | null>`ordinal_from + 1`.as('ordinalFrom'),
      sql<number | null>`ordinal_from + count`.as('ordinalTo'),
      sql<number | null>`coalesce((select sum(upper(r) - lower(r)) from unnest(ordinals) r), count)::bigint`.as('codes'),
      sql<string>`coalesce(user_name, '')`.as('userName'),
    ])
    .where('batchId', '=', batchId);

const affectsCode = ({
  level,
  ordinal,
}: EventPlace) => sql<boolean>`(ordinal_from is null or (level = ${level} and ${ordinal}::bigint >= ordinal_from
  and ${ordinal}::bigint < ordinal_from + count and (ordinals is null or ordinals @> ${ordinal}::bigint)))`;
