import { supplierPapers } from '@suyuan/contract';
import { sql } from 'kysely';
import { recordTable } from '../../../platform/db/record-table.ts';
import { ownedInScope } from '../../../platform/db/scope.ts';

/** Visible with their supplier. */
export const papers = recordTable(supplierPapers, 'supplierPaper', {
  visible: ({ scope }) => sql<boolean>`exists (select from supplier where supplier.supplier_id = supplier_paper.supplier_id
    and ${ownedInScope(scope, 'supplier')})`,
  columns: {
    supplierName: sql`(select supplier_name from supplier where supplier.supplier_id = supplier_paper.supplier_id)`,
    daysLeft: sql`valid_to - current_date`,
  },
  conditions: { expiringIn: (days) => sql`valid_to <= current_date + ${days}::int` },
});
