import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

/** Hours in which what a scan was about may be read on. */
const READ_HOURS = 24;

/** The goods of a batch as far as a consumer may read on about them; undefined where there is no such batch. */
export const findAbout = (db: Db, batchId: number) =>
  db
    .selectFrom('batch')
    .innerJoin('category', 'category.categoryId', 'batch.categoryId')
    .select(['category.categoryName as name', 'story', 'attributes', 'videoUrl'])
    .select(sql<string[]>`category.pictures[2:]`.as('pictures'))
    .where('batchId', '=', batchId)
    .executeTakeFirst();

/** The batch of a code that was scanned of late, and what was said of it; undefined where there is no such scan, or it was of no code of ours. */
export const findScannedBatch = (db: Db, scanId: string) =>
  db
    .selectFrom('codeRecord')
    .select(['batchId', 'verdict'])
    .where('scanId', '=', scanId)
    .where(sql<boolean>`scan_time > now() - ${READ_HOURS} * interval '1 hour'`)
    .executeTakeFirst();
