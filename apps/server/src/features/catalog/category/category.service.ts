import type { Categories, Category, CategoryKind, CategoryOrder, CategoryStatus, ChangesOf, FiltersOf, InputOf } from '@suyuan/contract';
import { CATALOGUE_DEPTH, categories, type ProblemName } from '@suyuan/contract';
import type { z } from 'zod';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Db } from '../../../platform/db/db.ts';
import { moveBranch } from '../../../platform/db/record-table.ts';
import { orStale } from '../../../platform/db/revision.ts';
import type { Context } from '../../../platform/http/context.ts';
import { allFound, orNotFound, Problem } from '../../../platform/problem.ts';
import * as queries from './category.queries.ts';

type Trees = Categories;
type CategoryInput = Partial<InputOf<Trees>> & { catalogueName: string; catalogueCode: string; status?: '0' | '1' | undefined };

export const lockTree = queries.lockTree;

/** Flat, by parent and position. */
export const list = (ctx: Context, kind: CategoryKind, filters: FiltersOf<Trees> = {}): Promise<Category[]> =>
  queries.categoryTables[kind].listTree(ctx, filters, 'orderNum');

/** @throws notFound */
export const read = async (ctx: Context, kind: CategoryKind, id: number) => orNotFound(await queries.categoryTables[kind].find(ctx, id));

/** Requires an enabled category of `kind`. @throws referenceNotFound, categoryOff */
export async function assertEnabled(db: Db, kind: CategoryKind, catalogueId: number, title: string): Promise<void> {
  const node = await queries.findNode(db, kind, catalogueId);
  if (!node) throw new Problem('referenceNotFound', { field: 'catalogueId', title });
  if (node.status === '1') throw new Problem('categoryOff', { field: 'catalogueId', catalogueName: node.catalogueName });
}

/** A code is unique within its kind. */
export const idOfCode = async (db: Db, kind: CategoryKind, catalogueCode: string) =>
  (await queries.findByCode(db, kind, catalogueCode))?.catalogueId;

/**
 * Appends by default. Concurrent additions may get the same position and are then ordered by id. @throws referenceNotFound,
 * categoryParentOff, categoryTooDeep, categoryNameTaken, categoryCodeTaken
 */
export async function add(ctx: Context, kind: CategoryKind, { version: _, parentId = 0, ...input }: CategoryInput): Promise<number> {
  const { db } = ctx;
  await queries.lockTreeShared(db, kind);
  const { path, parent } = await pathBelow(db, kind, parentId);
  if (parent?.status === '1') throw new Problem('categoryParentOff', { field: 'parentId', catalogueName: parent.catalogueName });
  const orderNum = input.orderNum ?? (await queries.nextOrder(db, kind, parentId || null));
  const row = { ...input, orderNum, kind, parentId, ancestors: path };
  const visibility = kind === 'traceability' ? { publicFlag: input.publicFlag ?? '0' } : {};
  return mapWriteErrors(input, queries.categoryTables[kind].insert(ctx, { ...row, ...visibility }));
}

/**
 * A new `parentId` moves the whole branch. @throws notFound, recordStale, referenceNotFound, categoryBelowItself, categoryTooDeep,
 * categoryNameTaken, categoryCodeTaken
 */
export async function edit(ctx: Context, kind: CategoryKind, id: number, input: ChangesOf<Trees>): Promise<void> {
  const [{ db, actor }, { parentId, ...changes }] = [ctx, input];
  await queries.lockTree(db, kind);
  const before = orNotFound(await queries.findNode(db, kind, id));
  const isMoved = parentId !== undefined && parentId !== (before.parentId ?? 0);
  const { path } = isMoved ? await pathBelow(db, kind, parentId) : { path: before.ancestors };
  if (path.includes(id)) throw new Problem('categoryBelowItself', { field: 'parentId', catalogueName: before.catalogueName });
  const category = { ...before, ...changes };
  const table = queries.categoryTables[kind];
  const row = await mapWriteErrors(category, table.update(ctx, id, { ...changes, ...(isMoved && { parentId }) }));
  await orStale(row, () => table.find(ctx, id));
  if (!isMoved) return;
  await mapWriteErrors(category, moveBranch(db, { table: 'category', key: 'catalogueId' }, id, path));
  if (before.status === '0' && path.length > 0) await queries.setStatus(db, path, '0', false, actor.userId);
}

/**
 * All ancestors of an enabled category are enabled, so enabling one enables them. Disabling one with enabled descendants requires `below`.
 * @throws notFound, categoryHasEnabledChildren
 */
export async function changeStatus(
  { db, actor }: Context,
  kind: CategoryKind,
  { catalogueId, status, below = false }: z.output<typeof CategoryStatus>,
): Promise<void> {
  await queries.lockTree(db, kind);
  const { catalogueName, ancestors } = orNotFound(await queries.findNode(db, kind, catalogueId));
  const count = status === '1' && !below ? await queries.countEnabledBelow(db, catalogueId) : 0;
  if (count > 0) throw new Problem('categoryHasEnabledChildren', { catalogueName, count });
  if (status === '0') await queries.setStatus(db, ancestors, '0', false, actor.userId);
  await queries.setStatus(db, [catalogueId], status, below, actor.userId);
}

/** All or nothing. @throws notFound */
export async function updateSort(ctx: Context, kind: CategoryKind, order: z.output<typeof CategoryOrder>): Promise<void> {
  const { catalogueIds, orderNums } = order;
  await queries.lockTree(ctx.db, kind);
  allFound(await queries.categoryTables[kind].updateOrder(ctx, catalogueIds, orderNums), catalogueIds);
}

const referenceConstraints: Record<string, ProblemName> = {
  category_parent_id_fkey: 'categoryHasChildren',
  product_catalogue_id_fkey: 'categoryInUse',
  supplier_catalogue_id_fkey: 'categoryInUse',
  dealer_catalogue_id_fkey: 'categoryInUse',
  trace_step_catalogue_id_fkey: 'categoryInUse',
};

/** All or nothing. @throws notFound, categoryHasChildren, categoryInUse */
export async function remove({ db }: Context, kind: CategoryKind, ids: number[]): Promise<void> {
  await queries.lockTree(db, kind);
  for (const { catalogueId, catalogueName } of allFound(await queries.listUpwards(db, kind, ids), ids))
    await mapConstraintErrors(referenceConstraints, { catalogueName }, queries.remove(db, catalogueId));
}

type ParentCategory = { catalogueName: string; status: string };

/** From the root down. */
async function pathBelow(db: Db, kind: CategoryKind, parentId: number): Promise<{ path: number[]; parent?: ParentCategory }> {
  if (parentId === 0) return { path: [] };
  const parent = await queries.findNode(db, kind, parentId);
  if (!parent) throw new Problem('referenceNotFound', { field: 'parentId', title: categories[kind].word('parentId') });
  return { path: [...parent.ancestors, parentId], parent };
}

function mapWriteErrors<T>(
  { catalogueName, catalogueCode }: { catalogueName?: string; catalogueCode?: string },
  write: Promise<T>,
): Promise<T> {
  const nameChecked = mapConstraintErrors(
    { category_kind_parent_id_catalogue_name_key: 'categoryNameTaken' },
    { field: 'catalogueName', catalogueName },
    write,
  );
  const codeChecked = mapConstraintErrors(
    { category_kind_catalogue_code_key: 'categoryCodeTaken' },
    { field: 'catalogueCode', catalogueCode },
    nameChecked,
  );
  return mapConstraintErrors({ category_ancestors_check: 'categoryTooDeep' }, { field: 'parentId', depth: CATALOGUE_DEPTH }, codeChecked);
}
