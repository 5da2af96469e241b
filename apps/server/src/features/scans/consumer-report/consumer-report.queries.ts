import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

/** Hours after a scan during which a report is accepted. */
const REPORT_HOURS = 24;
/** Minutes after a scan during which a position is accepted. */
export const POSITION_MINUTES = 15;

/** Undefined if the scan is unknown or older than the limit. */
export const findScan = (db: Db, scanId: string) =>
  db
    .selectFrom('scan')
    .select(['batchId', 'level', 'ordinal', 'codeText', 'region'])
    .where('scanId', '=', scanId)
    .where(sql<boolean>`scan_time > now() - ${REPORT_HOURS} * interval '1 hour'`)
    .executeTakeFirst();

interface ReportedPosition {
  lng: number;
  lat: number;
  accuracy: number | null;
  /** City of the position; absent if it names none, then the address's region remains. */
  regionCode?: string;
  region?: string;
}

/** Undefined if the scan has a position already or is too old. */
export const recordPosition = (db: Db, scanId: string, position: ReportedPosition) =>
  db
    .updateTable('scan')
    .set(position)
    .where('scanId', '=', scanId)
    .where('lng', 'is', null)
    .where(sql<boolean>`scan_time > now() - ${POSITION_MINUTES} * interval '1 minute'`)
    .returning(['holderId', 'reason', 'batchId', 'level', 'ordinal'])
    .executeTakeFirst();

/** Marks a scan outside its region, and queues a case unless the code is quiet. */
export async function recordOutsideRegion(db: Db, scanId: string) {
  await sql`
    with noted as (update scan set reason = 'otherRegion' where scan_id = ${scanId} and reason is null
      and verdict in ('genuine', 'alreadyVerified') returning scan_id, batch_id, level, ordinal)
    insert into scan_case_inbox (scan_id, reason) select n.scan_id, 'otherRegion' from noted n
    left join scan_state s on s.batch_id = n.batch_id and s.level = n.level and s.ordinal = n.ordinal
    where s.quiet_until is null or s.quiet_until < now() on conflict do nothing`.execute(db);
}
