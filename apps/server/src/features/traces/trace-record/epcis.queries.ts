import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

/** Subject of an imported event's record in scope. Ordinals start at 1; 0 means the whole batch. */
export const findEvent = (db: Db, scope: DataScope, eventId: string) =>
  db
    .selectFrom('traceRecord')
    .select(['batchId', 'count'])
    .select([sql<number>`coalesce(level, 0)`.as('level'), sql<number>`coalesce(ordinal_from + 1, 0)`.as('ordinalFrom')])
    .where('eventId', '=', eventId)
    .where(inScope(scope, { dept: 'traceRecord.deptId', user: 'traceRecord.createBy' }))
    .executeTakeFirst();
