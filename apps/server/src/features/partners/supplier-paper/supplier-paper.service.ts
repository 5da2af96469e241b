import { type ChangesOf, type InputOf, type QueryOf, supplierPapers } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import { orStale } from '../../../platform/db/revision.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as queries from './supplier-paper.queries.ts';

type Papers = typeof supplierPapers;

export const table = 'supplierPaper';

export const list = ({ db, scope }: Context, query: QueryOf<Papers>) => queries.list(db, scope, query);

/** @throws notFound */
export const read = async ({ db, scope }: Context, id: number) => orNotFound(await queries.find(db, scope, id));

/** @throws referenceNotFound, paperDaysWrong */
export async function add(ctx: Context, { version: _, ...input }: InputOf<Papers>) {
  await validateSupplier(ctx, input.supplierId);
  const { paperId } = await mapWriteErrors(input, queries.insert(ctx.db, { ...input, createBy: ctx.actor.userId }));
  return paperId;
}

/** The supplier of a document is immutable. @throws notFound, recordStale, paperDaysWrong */
export async function edit({ db, scope, actor }: Context, id: number, { supplierId: _, ...changes }: ChangesOf<Papers>) {
  const row = await mapWriteErrors(changes, queries.update(db, scope, id, changes, actor.userId));
  await orStale(row, () => queries.find(db, scope, id));
}

/** @throws notFound if one of `ids` does not exist or is out of scope */
export async function remove({ db, scope }: Context, ids: number[]) {
  const removed = await queries.remove(db, scope, ids);
  if (removed.length < ids.length) throw new Problem('notFound');
}

async function validateSupplier({ db, scope }: Context, supplierId: number) {
  if (await queries.findSupplier(db, scope, supplierId)) return;
  throw new Problem('referenceNotFound', { field: 'supplierId', title: supplierPapers.word('supplierId') });
}

const mapWriteErrors = <T>({ validFrom, validTo }: ChangesOf<Papers>, write: Promise<T>) =>
  mapConstraintErrors(
    { supplier_paper_days_check: 'paperDaysWrong' },
    { field: 'validTo', validFrom: validFrom ?? '…', validTo: validTo ?? '…' },
    write,
  );
