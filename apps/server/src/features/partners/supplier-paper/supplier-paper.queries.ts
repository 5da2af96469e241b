import { type ChangesOf, type InputOf, type QueryOf, type RecordOf, supplierPapers } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { page } from '../../../platform/db/page.ts';
import { storedFields, whereFields } from '../../../platform/db/record-table.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

type Papers = typeof supplierPapers;

/** The visibility is that of the supplier. */
const visible = (scope: DataScope) => inScope(scope, { dept: 'supplier.deptId', user: 'supplier.createBy' });

const select = (db: Db, scope: DataScope) =>
  db
    .selectFrom('supplierPaper')
    .innerJoin('supplier', 'supplier.supplierId', 'supplierPaper.supplierId')
    .innerJoin('users as maker', 'maker.userId', 'supplierPaper.createBy')
    .leftJoin('users as editor', 'editor.userId', 'supplierPaper.updateBy')
    .select(storedFields(supplierPapers, 'supplierPaper'))
    .select(['supplierName', 'maker.userName as createBy', 'editor.userName as updateBy'])
    .select(sql<number | null>`valid_to - current_date`.as('daysLeft'))
    // checked by the table
    .$castTo<RecordOf<Papers>>()
    .where(visible(scope));

export const list = (db: Db, scope: DataScope, { paging, ...filters }: QueryOf<Papers>) =>
  page(
    whereFields(select(db, scope), supplierPapers, 'supplierPaper', filters, {
      expiringIn: (days) => sql`valid_to <= current_date + ${days}::int`,
    }),
    'paperId',
    paging,
  );

export const find = (db: Db, scope: DataScope, id: number) => select(db, scope).where('paperId', '=', id).executeTakeFirst();

export const findSupplier = (db: Db, scope: DataScope, supplierId: number) =>
  db.selectFrom('supplier').select('supplierId').where('supplierId', '=', supplierId).where(visible(scope)).executeTakeFirst();

export const insert = (db: Db, row: Omit<InputOf<Papers>, 'version'> & { createBy: number }) =>
  db.insertInto('supplierPaper').values(row).returning('paperId').executeTakeFirstOrThrow();

const hasVisibleSupplier = (scope: DataScope) =>
  sql<boolean>`exists (select from supplier where supplier.supplier_id = supplier_paper.supplier_id and ${visible(scope)})`;

/** Resolves to undefined if the document is not in scope at that version. */
export const update = (db: Db, scope: DataScope, id: number, { version, ...changes }: ChangesOf<Papers>, userId: number) =>
  db
    .updateTable('supplierPaper')
    .set({ ...changes, ...revisionColumns(userId) })
    .where('paperId', '=', id)
    .where(unchangedSince(version))
    .where(hasVisibleSupplier(scope))
    .returning('paperId')
    .executeTakeFirst();

export const remove = (db: Db, scope: DataScope, ids: number[]) =>
  db.deleteFrom('supplierPaper').where('paperId', 'in', ids).where(hasVisibleSupplier(scope)).returning('paperId').execute();
