import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type CodePlace, onNodeOf } from '../../../platform/db/layout.ts';

/** Hours after a scan during which a report is accepted. */
const REPORT_HOURS = 24;
/** Minutes after a scan during which a position is accepted. */
export const POSITION_MINUTES = 15;

/** Undefined if the scan is unknown or older than the limit. */
export const findScan = (db: Db, scanId: string) =>
  db
    .selectFrom('scan')
    .select(['batchId', 'level', 'ordinal', 'codeText', 'device'])
    .where('scanId', '=', scanId)
    .where(sql<boolean>`scan_time > now() - ${REPORT_HOURS} * interval '1 hour'`)
    .executeTakeFirst();

interface ReportedPosition {
  lng: number;
  lat: number;
  accuracy: number | null;
  /** City of the position; absent if it names none, then the address's region remains. */
  regionCode?: string;
  /** The code names the place. */
  region?: null;
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

/** False if the scan has another finding or verdict already. */
export async function markOutsideRegion(db: Db, scanId: string, place: CodePlace): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update scan set reason = 'otherRegion' where scan_id = ${scanId} and ${onNodeOf(place)} and reason is null
    and verdict in ('genuine', 'alreadyVerified')`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}
