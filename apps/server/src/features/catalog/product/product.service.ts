import { type ChangesOf, type cloneProduct, type InputOf, type PackagingLevel, products, type QueryOf } from '@suyuan/contract';
import type { z } from 'zod';
import { refusing } from '../../../platform/db/constraint.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { written } from '../../../platform/db/revision.ts';
import { safeHtml } from '../../../platform/html/safe-html.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import { validateRegions } from '../../scans/place/regions.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as categoryService from '../category/category.service.ts';
import * as queries from './product.queries.ts';

type Products = typeof products;

export const list = ({ db, scope }: Context, query: QueryOf<Products>) => queries.list(db, scope, query);

/** @throws notFound */
export const read = async ({ db, scope }: Context, id: number) => orNotFound(await queries.find(db, scope, id));

/**
 * The product belongs to the actor's department.
 * @throws productCodeTaken, productGtinTaken, productShelfLifeHalf, productShelfLifeTooLong, productNetContentHalf, referenceNotFound,
 * categoryOff, regionUnknown, fileGone
 */
export async function add(ctx: Context, { version: _, ...input }: InputOf<Products>) {
  const { db, actor } = ctx;
  await assertReferences(ctx, input);
  const owner = { deptId: actor.deptId, createBy: actor.userId };
  const { categoryId } = await judged(input, queries.insert(db, { ...safe(input), ...owner }));
  return categoryId;
}

/**
 * GTIN and packaging are fixed once codes are issued, because both are printed.
 * @throws notFound, recordStale, productGtinFixed, productPackagingFixed, and as `add`
 */
export async function edit(ctx: Context, id: number, changes: ChangesOf<Products>) {
  const { db, scope, actor } = ctx;
  const before = orNotFound(await queries.lock(db, scope, id));
  if (before.issued) assertPrintedStays(before, changes);
  await assertReferences(ctx, changes, { id, ...before });
  const row = await judged(changes, queries.update(db, scope, id, safe(changes), actor.userId));
  await written(row, () => queries.find(db, scope, id));
}

/** @throws notFound if one of `ids` does not exist or is out of scope, productInUse if a batch or a dealer contract references it */
export async function remove({ db, scope }: Context, ids: number[]) {
  const uses = { batch_category_id_fkey: 'productInUse', dealer_product_category_id_fkey: 'productInUse' } as const;
  const removed = await refusing(uses, {}, queries.remove(db, scope, ids));
  if (removed.length < ids.length) throw new Problem('notFound');
}

/** Omits the GTINs. @throws notFound, productCodeTaken */
export async function clone(ctx: Context, id: number, { categoryCode, categoryName }: z.output<typeof cloneProduct.body>) {
  const { db, scope, actor } = ctx;
  const { packaging, ...goods } = orNotFound(await queries.find(db, scope, id));
  const { version: _, ...rest } = products.input.omit({ gtin: true, packaging: true }).parse({ ...goods, categoryCode });
  const levels = packaging.map(({ level, contains, ssccPrefix }) => ({ level, contains, ssccPrefix, gtin: null }));
  const input = { ...rest, ...(categoryName && { categoryName }), gtin: null, packaging: levels };
  const owner = { deptId: actor.deptId, createBy: actor.userId };
  const row = await judged(input, queries.insert(db, { ...input, ...owner }));
  return { categoryId: row.categoryId };
}

const noRule = { field: 'codeRuleId', title: products.word('codeRuleId') };
const noTemplate = { field: 'templateId', title: products.word('templateId') };

interface Before {
  id: number;
  catalogueId: number | null;
  pictures: string[];
}

/** Unchanged references need not be in scope. Missing and invisible records give the same problem. */
async function assertReferences({ db, scope }: Context, changes: ChangesOf<Products>, before?: Before) {
  const { codeRuleId, templateId, catalogueId, originRegionCode, pictures = [] } = changes;
  if (codeRuleId && !(await queries.findRule(db, scope, codeRuleId, before?.id))) throw new Problem('referenceNotFound', noRule);
  if (templateId && !(await queries.findTemplate(db, scope, templateId, before?.id))) throw new Problem('referenceNotFound', noTemplate);
  if (catalogueId && catalogueId !== before?.catalogueId)
    await categoryService.ensureOpen(db, 'category', catalogueId, products.word('catalogueId'));
  if (originRegionCode) validateRegions([originRegionCode], 'originRegionCode');
  const known = new Set(before?.pictures);
  await assertPictures(
    db,
    pictures.filter((picture) => !known.has(picture)),
  );
}

/** The `addresses` are below `/profile` and must be uploaded pictures. @throws fileGone */
async function assertPictures(db: Db, addresses: string[]) {
  const paths = addresses.map(fileService.pathOf);
  const kinds = await fileService.kindsOf(db, paths);
  if (paths.some((path) => !kinds.get(path)?.startsWith('image/'))) throw new Problem('fileGone', { field: 'pictures' });
}

type Printed = { categoryName: string; gtin: string | null; packaging: PackagingLevel[] };

/** @throws productGtinFixed, productPackagingFixed */
function assertPrintedStays(before: Printed, { gtin, packaging }: ChangesOf<Products>) {
  const { categoryName } = before;
  if (gtin !== undefined && gtin !== before.gtin) throw new Problem('productGtinFixed', { field: 'gtin', categoryName });
  if (packaging && told(packaging) !== told(before.packaging))
    throw new Problem('productPackagingFixed', { field: 'packaging', categoryName });
}

const told = (levels: PackagingLevel[]) =>
  JSON.stringify(levels.map(({ level, contains, gtin, ssccPrefix }) => [level, contains, gtin ?? null, ssccPrefix ?? null]));

const safe = <T extends { story?: string | null | undefined }>(given: T): T =>
  given.story ? { ...given, story: safeHtml(given.story) } : given;

async function judged<T>({ categoryCode, gtin, packaging }: ChangesOf<Products>, write: Promise<T>) {
  const codeOnce = refusing({ product_category_code_key: 'productCodeTaken' }, { field: 'categoryCode', categoryCode }, write);
  const gtinOnce = refusing({ product_gtin_key: 'productGtinTaken' }, { field: 'gtin', gtin }, codeOnce);
  const numbers = [gtin, ...(packaging ?? []).map((level) => level.gtin)].filter(Boolean);
  const taken = { field: packaging?.some((level) => level.gtin) ? 'packaging' : 'gtin', gtin: numbers.join('、') };
  const itemOnce = refusing({ trade_item_pkey: 'productGtinTaken' }, taken, gtinOnce);
  const wholeLife = refusing({ product_shelf_life_check: 'productShelfLifeHalf' }, { field: 'shelfLifeUnit' }, itemOnce);
  const bounded = refusing({ product_shelf_life_most_check: 'productShelfLifeTooLong' }, { field: 'shelfLife' }, wholeLife);
  const whole = refusing({ product_net_content_half_check: 'productNetContentHalf' }, { field: 'netContentUnit' }, bounded);
  const named = refusing({ product_template_id_fkey: 'referenceNotFound' }, noTemplate, whole);
  return refusing({ product_code_rule_id_fkey: 'referenceNotFound' }, noRule, named);
}
