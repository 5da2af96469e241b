import type { TraceForm, TraceRecord } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

/** Subject of a record in scope, by its id or that of its imported event. Ordinals start at 1; 0 means the whole batch. */
export const findSubject = (db: Db, scope: DataScope, column: 'traceRecordId' | 'eventId', id: number | string) =>
  db
    .selectFrom('traceRecord')
    .select(['batchId', 'count'])
    .select([sql<number>`coalesce(level, 0)`.as('level'), sql<number>`coalesce(ordinal_from + 1, 0)`.as('ordinalFrom')])
    .where(column, '=', id)
    .where(ownedInScope(scope, 'traceRecord'))
    .executeTakeFirst();

export const findBatch = (db: Db, scope: DataScope, batchId: number) =>
  db
    .selectFrom('batch')
    .innerJoin('product', 'product.categoryId', 'batch.categoryId')
    .innerJoin('supplier', 'supplier.supplierId', 'batch.supplierId')
    .select(['batch.batchId', 'batchNo', 'product.categoryId', 'categoryName', 'gtin', 'supplierName', 'supplier.supplierId', 'templateId'])
    .select(['quantity', 'madeDate', 'expiryDate', 'batch.state'])
    .where('batch.batchId', '=', batchId)
    .where(ownedInScope(scope, 'batch'))
    .executeTakeFirst();
export type TracedBatch = NonNullable<Awaited<ReturnType<typeof findBatch>>>;

/** Batch in scope by number. Prefers products with this template, then newer batches. */
export const findByNo = (db: Db, scope: DataScope, batchNo: string, templateId: number) =>
  db
    .selectFrom('batch')
    .innerJoin('product', 'product.categoryId', 'batch.categoryId')
    .select('batchId')
    .where('batchNo', '=', batchNo)
    .where(ownedInScope(scope, 'batch'))
    .orderBy(sql`product.template_id is not distinct from ${templateId}::bigint`, 'desc')
    .orderBy('batchId', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The newest batch in scope by GTIN and number. */
export const findByGtin = (db: Db, scope: DataScope, gtin: string, batchNo: string) =>
  db
    .selectFrom('batch')
    .innerJoin('product', 'product.categoryId', 'batch.categoryId')
    .select('batchId')
    .where('gtin', '=', gtin)
    .where('batchNo', '=', batchNo)
    .where(ownedInScope(scope, 'batch'))
    .orderBy('batchId', 'desc')
    .limit(1)
    .executeTakeFirst();

export const listTemplateSteps = (db: Db, templateId: number) =>
  db
    .selectFrom('traceStep')
    .select(['stepId', 'stepName', 'bizStep', 'form'])
    .$narrowType<{ form: TraceForm }>()
    .where('templateId', '=', templateId)
    .orderBy('orderNum')
    .limit(100)
    .execute();

/** A step with its owner and its template's status. */
export const findStep = (db: Db, stepId: number) =>
  db
    .selectFrom('traceStep')
    .innerJoin('traceTemplate', 'traceTemplate.templateId', 'traceStep.templateId')
    .leftJoin('role', 'role.roleId', 'traceStep.roleId')
    .select(['stepId', 'traceStep.templateId', 'templateName', 'stepName', 'filler', 'traceStep.roleId', 'roleName', 'form'])
    .select(['pictureMin', 'pictureMax', 'bizStep', 'disposition', 'traceTemplate.status'])
    .$narrowType<{ form: TraceForm; filler: TraceRecord['filler'] }>()
    .where('stepId', '=', stepId)
    .executeTakeFirst();
export type TracedStep = NonNullable<Awaited<ReturnType<typeof findStep>>>;

/** The highest existing ordinal, or planned one for units; 0 for none. */
export async function lastOrdinal(db: Db, batchId: number, level: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`select greatest(coalesce(max(r.ordinal_from + r.count), 0),
      case when ${level}::int = 0 then (select quantity from batch where batch_id = ${batchId}) else 0 end) as last
    from batch_range r where r.batch_id = ${batchId} and r.level = ${level}`.execute(db);
  return rows[0]?.last ?? 0;
}
