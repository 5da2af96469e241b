import {
  type ChangesOf,
  type cloneProduct,
  type InputOf,
  type PackagingLevel,
  type ProductStatistics,
  products,
  type QueryOf,
} from '@suyuan/contract';
import type { z } from 'zod';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Db } from '../../../platform/db/db.ts';
import { mapUniqueErrors } from '../../../platform/db/record-table.ts';
import { orStale } from '../../../platform/db/revision.ts';
import { safeHtml } from '../../../platform/html/safe-html.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import { validateRegions } from '../../scans/place/regions.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as categoryService from '../category/category.service.ts';
import * as queries from './product.queries.ts';

/** Includes only batches in scope. @throws notFound */
export async function readFigures({ db, scope }: Context, id: number): Promise<ProductStatistics> {
  orNotFound(await queries.find(db, scope, id));
  const [{ followTime, batchStates, ...funnel }, byDay, byRegion] = await Promise.all([
    queries.funnel(db, scope, id),
    queries.byDay(db, scope, id),
    queries.byRegion(db, scope, id),
  ]);
  return { followTime, funnel, byDay, byRegion, batchStates };
}

type Products = typeof products;

export const table = 'product';

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
  const { categoryId } = await mapWriteErrors(input, queries.insert(db, { ...sanitizeStory(input), ...owner }));
  return categoryId;
}

/**
 * GTIN and packaging are fixed once codes are issued, because both are printed.
 * @throws notFound, recordStale, productGtinFixed, productPackagingFixed, and as `add`
 */
export async function edit(ctx: Context, id: number, changes: ChangesOf<Products>) {
  const { db, scope, actor } = ctx;
  const before = orNotFound(await queries.lock(db, scope, id));
  if (before.issued) assertPrintedFieldsUnchanged(before, changes);
  await assertReferences(ctx, changes, { id, ...before });
  const row = await mapWriteErrors(changes, queries.update(db, scope, id, sanitizeStory(changes), actor.userId));
  await orStale(row, () => queries.find(db, scope, id));
}

/** @throws notFound if one of `ids` does not exist or is out of scope, productInUse if a batch or a dealer contract references it */
export async function remove({ db, scope }: Context, ids: number[]) {
  const referenceConstraints = { batch_category_id_fkey: 'productInUse', dealer_product_category_id_fkey: 'productInUse' } as const;
  const removed = await mapConstraintErrors(referenceConstraints, {}, queries.remove(db, scope, ids));
  if (removed.length < ids.length) throw new Problem('notFound');
}

/** Omits the GTINs. @throws notFound, productCodeTaken */
export async function clone(ctx: Context, id: number, { categoryCode, categoryName }: z.output<typeof cloneProduct.body>) {
  const { db, scope, actor } = ctx;
  const { packaging, ...product } = orNotFound(await queries.find(db, scope, id));
  const { version: _, ...copy } = products.input.omit({ gtin: true, packaging: true }).parse({ ...product, categoryCode });
  const levels = packaging.map(({ level, contains, ssccPrefix }) => ({ level, contains, ssccPrefix, gtin: null }));
  const input = { ...copy, ...(categoryName && { categoryName }), gtin: null, packaging: levels };
  const owner = { deptId: actor.deptId, createBy: actor.userId };
  const row = await mapWriteErrors(input, queries.insert(db, { ...input, ...owner }));
  return { categoryId: row.categoryId };
}

const ruleParams = { field: 'codeRuleId', title: products.word('codeRuleId') };
const templateParams = { field: 'templateId', title: products.word('templateId') };

interface ProductReferences {
  id: number;
  catalogueId: number | null;
  pictures: string[];
}

/** Unchanged references need not be in scope. Missing and invisible records give the same problem. */
async function assertReferences({ db, scope }: Context, changes: ChangesOf<Products>, before?: ProductReferences) {
  const { codeRuleId, templateId, catalogueId, originRegionCode, pictures = [] } = changes;
  if (codeRuleId && !(await queries.findRule(db, scope, codeRuleId, before?.id))) throw new Problem('referenceNotFound', ruleParams);
  if (templateId && !(await queries.findTemplate(db, scope, templateId, before?.id)))
    throw new Problem('referenceNotFound', templateParams);
  if (catalogueId && catalogueId !== before?.catalogueId)
    await categoryService.assertEnabled(db, 'category', catalogueId, products.word('catalogueId'));
  if (originRegionCode) validateRegions([originRegionCode], 'originRegionCode');
  const existingPictures = new Set(before?.pictures);
  await assertPictures(
    db,
    pictures.filter((picture) => !existingPictures.has(picture)),
  );
}

/** The `addresses` are below `/profile` and must be uploaded pictures. @throws fileGone */
async function assertPictures(db: Db, addresses: string[]) {
  const paths = addresses.map(fileService.pathOf);
  const kinds = await fileService.kindsOf(db, paths);
  if (paths.some((path) => !kinds.get(path)?.startsWith('image/'))) throw new Problem('fileGone', { field: 'pictures' });
}

type PrintedFields = { categoryName: string; gtin: string | null; packaging: PackagingLevel[] };

/** @throws productGtinFixed, productPackagingFixed */
function assertPrintedFieldsUnchanged(before: PrintedFields, { gtin, packaging }: ChangesOf<Products>) {
  const { categoryName } = before;
  if (gtin !== undefined && gtin !== before.gtin) throw new Problem('productGtinFixed', { field: 'gtin', categoryName });
  if (packaging && serializePackaging(packaging) !== serializePackaging(before.packaging))
    throw new Problem('productPackagingFixed', { field: 'packaging', categoryName });
}

const serializePackaging = (levels: PackagingLevel[]) =>
  JSON.stringify(levels.map(({ level, contains, gtin, ssccPrefix }) => [level, contains, gtin ?? null, ssccPrefix ?? null]));

const sanitizeStory = <T extends { story?: string | null | undefined }>(input: T): T =>
  input.story ? { ...input, story: safeHtml(input.story) } : input;

async function mapWriteErrors<T>(changes: ChangesOf<Products>, write: Promise<T>) {
  const { gtin, packaging } = changes;
  const numbers = [gtin, ...(packaging ?? []).map((level) => level.gtin)].filter(Boolean);
  const gtinParams = { field: packaging?.some((level) => level.gtin) ? 'packaging' : 'gtin', gtin: numbers.join('、') };
  const itemChecked = mapConstraintErrors(
    { trade_item_pkey: 'productGtinTaken' },
    gtinParams,
    mapUniqueErrors(products, 'product', changes, write),
  );
  const shelfLifeChecked = mapConstraintErrors(
    { product_shelf_life_check: 'productShelfLifeHalf' },
    { field: 'shelfLifeUnit' },
    itemChecked,
  );
  const shelfLifeLimitChecked = mapConstraintErrors(
    { product_shelf_life_most_check: 'productShelfLifeTooLong' },
    { field: 'shelfLife' },
    shelfLifeChecked,
  );
  const netContentChecked = mapConstraintErrors(
    { product_net_content_half_check: 'productNetContentHalf' },
    { field: 'netContentUnit' },
    shelfLifeLimitChecked,
  );
  const templateChecked = mapConstraintErrors({ product_template_id_fkey: 'referenceNotFound' }, templateParams, netContentChecked);
  return mapConstraintErrors({ product_code_rule_id_fkey: 'referenceNotFound' }, ruleParams, templateChecked);
}
