import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

/** Hours after a scan during which the product page is available. */
const READ_HOURS = 24;

export const findAbout = (db: Db, batchId: number) =>
  db
    .selectFrom('batch')
    .innerJoin('product', 'product.categoryId', 'batch.categoryId')
    .select(['product.categoryName as name', 'story', 'attributes', 'videoUrl'])
    .select(sql<string[]>`product.pictures[2:]`.as('pictures'))
    .where('batchId', '=', batchId)
    .executeTakeFirst();

/** Undefined for an unknown scan or an unknown code. */
export const findScannedBatch = (db: Db, scanId: string) =>
  db
    .selectFrom('scan')
    .select(['batchId', 'verdict'])
    .where('scanId', '=', scanId)
    .where(sql<boolean>`scan_time > now() - ${READ_HOURS} * interval '1 hour'`)
    .executeTakeFirst();
