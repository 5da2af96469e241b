import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

/** Hours in which a consumer may report a scan. */
const REPORT_HOURS = 24;
/** Minutes in which a consumer may say where a scan was. */
export const POSITION_MINUTES = 15;

/** A scan that was filed of late; undefined where there is none. */
export const findScan = (db: Db, scanId: string) =>
  db
    .selectFrom('codeRecord')
    .select(['batchId', 'level', 'ordinal', 'codeText', 'region'])
    .where('scanId', '=', scanId)
    .where(sql<boolean>`scan_time > now() - ${REPORT_HOURS} * interval '1 hour'`)
    .executeTakeFirst();

interface Given {
  lng: number;
  lat: number;
  accuracy: number | null;
  /** Of the city that the position lies in; absent where it names none: the address's stays. */
  regionCode?: string;
  region?: string;
}

/** Notes where a scan of late was, once; undefined where it is known, or the scan is not of late. */
export const notePosition = (db: Db, scanId: string, position: Given) =>
  db
    .updateTable('codeRecord')
    .set(position)
    .where('scanId', '=', scanId)
    .where('lng', 'is', null)
    .where(sql<boolean>`scan_time > now() - ${POSITION_MINUTES} * interval '1 minute'`)
    .returning(['holderId', 'reason', 'batchId', 'level', 'ordinal'])
    .executeTakeFirst();

/** Notes that a scan of a live code turned out to be outside its region, and leaves it for a case unless its code is quiet. */
export async function noteForeign(db: Db, scanId: string) {
  await sql`
    with noted as (update code_record set reason = 'otherRegion' where scan_id = ${scanId} and reason is null
      and verdict in ('genuine', 'alreadyVerified') returning scan_id, batch_id, level, ordinal)
    insert into case_inbox (scan_id, reason) select n.scan_id, 'otherRegion' from noted n
    left join code_scan s on s.batch_id = n.batch_id and s.level = n.level and s.ordinal = n.ordinal
    where s.quiet_until is null or s.quiet_until < now() on conflict do nothing`.execute(db);
}
