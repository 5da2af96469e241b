import type { ChangesOf, InputOf, QueryOf, suppliers } from '@suyuan/contract';
import { refusing } from '../../../db/constraint.ts';
import { written } from '../../../db/revision.ts';
import type { Context } from '../../../http/context.ts';
import { found, Problem } from '../../../http/problem.ts';
import * as queries from './supplier.queries.ts';

type Suppliers = typeof suppliers;

export const list = ({ db, scope }: Context, query: QueryOf<Suppliers>) => queries.list(db, scope, query);

/** @throws notFound */
export const read = async ({ db, scope }: Context, id: number) => found(await queries.find(db, scope, id));

/** The new supplier belongs to the department of who adds it. @throws supplierCodeTaken */
export async function add({ db, actor }: Context, { version: _, ...input }: InputOf<Suppliers>) {
  const owner = { deptId: actor.deptId, createBy: actor.userId };
  const { supplierId } = await codeOnce(input, queries.insert(db, { ...input, ...owner }));
  return supplierId;
}

/** @throws notFound, recordStale, supplierCodeTaken */
export async function edit({ db, scope, actor }: Context, id: number, changes: ChangesOf<Suppliers>) {
  const row = await codeOnce(changes, queries.update(db, scope, id, changes, actor.userId));
  await written(row, () => queries.find(db, scope, id));
}

/** @throws notFound when one of `ids` is not there or not in scope, supplierInUse when a batch names one */
export async function remove({ db, scope }: Context, ids: number[]) {
  const removed = await refusing({ batch_supplier_id_fkey: 'supplierInUse' }, {}, queries.remove(db, scope, ids));
  if (removed.length < ids.length) throw new Problem('notFound');
}

const codeOnce = <T>({ supplierCode }: ChangesOf<Suppliers>, write: Promise<T>) =>
  refusing({ supplier_supplier_code_key: 'supplierCodeTaken' }, { field: 'supplierCode', supplierCode }, write);
