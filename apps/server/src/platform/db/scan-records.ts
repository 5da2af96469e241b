import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database, ScanRow } from './database.ts';
import type { Db } from './db.ts';

/** A scan of a file, with the columns of table `scan` as texts. */
export type ArchivedScan = Record<string, string | number | boolean | null> & { scan_id: string };

/** Archived scans as rows of table `scan`. */
export const asScans = (scans: readonly ArchivedScan[]): RawBuilder<ScanRow> =>
  sql<ScanRow>`json_populate_recordset(null::scan, ${JSON.stringify(scans)}::json)`;

/** Table `scan`, or these archived scans in its place. */
export const selectScans = (db: Db, scans?: readonly ArchivedScan[]): SelectQueryBuilder<Database, 'scan', object> =>
  scans === undefined
    ? db.selectFrom('scan')
    : // cast: the rows have the type of the table
      (db.selectFrom(asScans(scans).as('scan')) as unknown as SelectQueryBuilder<Database, 'scan', object>);
