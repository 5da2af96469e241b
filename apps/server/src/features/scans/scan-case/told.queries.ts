import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

export interface UnnotifiedCase {
  caseId: number;
  reason: string;
  deptId: number | null;
  batchNo: string | null;
  categoryName: string | null;
  codeText: string | null;
  lastRegion: string | null;
}

export const hasUnnotified = async (db: Db) =>
  (await db.selectFrom('scanCase').select('caseId').where('told', '=', false).limit(1).executeTakeFirst()) !== undefined;

/** Oldest first. Cases of a department that had a notice for `audience` within `minutes` wait. */
export async function takeUnnotified(
  db: Db,
  { audience, minutes, most }: { audience: string; minutes: number; most: number },
): Promise<UnnotifiedCase[]> {
  const { rows } = await sql<UnnotifiedCase & { sample: boolean }>`
    with taken as (
      update scan_case set told = true where case_id in (select case_id from scan_case c where not told
        and (sample or not exists (select from notice n where n.audience = ${audience} and n.scoped
          and n.dept_id is not distinct from c.dept_id and n.create_time > now() - ${minutes} * interval '1 minute'))
        order by case_id limit ${most} for update of c skip locked)
      returning case_id, reason, dept_id, batch_id, code_text, last_region, sample
    ) select t.case_id, reason, t.dept_id, batch_no, category_name, code_text, last_region from taken t
      left join batch on batch.batch_id = t.batch_id left join product on product.category_id = batch.category_id
      where not t.sample order by t.case_id`.execute(db);
  return rows;
}
