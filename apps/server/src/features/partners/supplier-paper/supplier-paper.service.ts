import type { ChangesOf, InputOf, supplierPapers } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Context } from '../../../platform/http/context.ts';
import { recordService } from '../../../platform/http/record-service.ts';
import * as queries from './supplier-paper.queries.ts';

type Papers = typeof supplierPapers;

const owner = { table: 'supplier', key: 'supplierId', user: 'createBy' };

const service = recordService(queries.papers, {
  references: { supplierId: { constraint: 'supplier_paper_supplier_id_fkey', owner } },
  ignored: { edit: ['supplierId'] },
});

export const { table, list, read, remove } = service;

/** @throws referenceNotFound, paperDaysWrong */
export const add = (ctx: Context, input: InputOf<Papers>) => mapDaysError(input, service.add(ctx, input));

/** The supplier of a document is immutable. @throws notFound, recordStale, paperDaysWrong */
export const edit = (ctx: Context, id: number, changes: ChangesOf<Papers>) => mapDaysError(changes, service.edit(ctx, id, changes));

const mapDaysError = <T>({ validFrom, validTo }: ChangesOf<Papers>, write: Promise<T>) =>
  mapConstraintErrors(
    { supplier_paper_days_check: 'paperDaysWrong' },
    { field: 'validTo', validFrom: validFrom ?? '…', validTo: validTo ?? '…' },
    write,
  );
