import type { ChangesOf, InputOf, QueryOf, suppliers } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.types.ts';
import { between, contains, page } from '../../../db/page.ts';
import { revised, unchangedSince } from '../../../db/revision.ts';
import { type DataScope, inScope } from '../../../db/scope.ts';

type Suppliers = typeof suppliers;

const visible = (scope: DataScope) => inScope(scope, { dept: 'supplier.deptId', user: 'supplier.createBy' });

/** Suppliers as the wire shows them: the row, who made and changed it, and how many batches name it. */
const select = (db: Db, scope: DataScope) =>
  db
    .selectFrom('supplier')
    .innerJoin('users as maker', 'maker.userId', 'supplier.createBy')
    .leftJoin('users as editor', 'editor.userId', 'supplier.updateBy')
    .select([
      'supplierId',
      'supplierCode',
      'supplierName',
      'gln',
      'contactName',
      'contactPhone',
      'address',
      'supplier.status',
      'supplier.remark',
      'supplier.version',
      'maker.userName as createBy',
      'supplier.createTime',
      'editor.userName as updateBy',
      'supplier.updateTime',
    ])
    .select(sql<number>`(select count(*) from batch where batch.supplier_id = supplier.supplier_id)`.as('batchCount'))
    .$castTo<Row>()
    .where(visible(scope));

/** The columns that hold flags are checked by the table to hold nothing else. */
type Row = import('@suyuan/contract').RecordOf<Suppliers>;

export function list(db: Db, scope: DataScope, { supplierCode, supplierName, status, beginTime, endTime, paging }: QueryOf<Suppliers>) {
  let rows = select(db, scope).where(between('supplier.createTime', beginTime, endTime));
  if (supplierCode) rows = rows.where(contains('supplierCode', supplierCode));
  if (supplierName) rows = rows.where(contains('supplierName', supplierName));
  if (status) rows = rows.where('supplier.status', '=', status);
  return page(rows, 'supplierId', paging);
}

export const find = (db: Db, scope: DataScope, id: number) => select(db, scope).where('supplierId', '=', id).executeTakeFirst();

export const insert = (db: Db, row: InputOf<Suppliers> & { deptId: number | null; createBy: number }) =>
  db.insertInto('supplier').values(row).returning('supplierId').executeTakeFirstOrThrow();

/** Resolves to undefined where there is no such supplier in scope at that revision. */
export const update = (db: Db, scope: DataScope, id: number, { version, ...changes }: ChangesOf<Suppliers>, userId: number) =>
  db
    .updateTable('supplier')
    .set({ ...changes, ...revised(userId) })
    .where('supplierId', '=', id)
    .where(unchangedSince(version))
    .where(visible(scope))
    .returning('supplierId')
    .executeTakeFirst();

export const remove = (db: Db, scope: DataScope, ids: number[]) =>
  db.deleteFrom('supplier').where('supplierId', 'in', ids).where(visible(scope)).returning('supplierId').execute();
