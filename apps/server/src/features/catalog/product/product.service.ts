import { type ChangesOf, type cloneProduct, type InputOf, type PackagingLevel, type ProductStatistics, products } from '@suyuan/contract';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/db.ts';
import type { Context } from '../../../platform/http/context.ts';
import { mapEachError, recordService } from '../../../platform/http/record-service.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import { validateRegions } from '../../scans/place/regions.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as categoryService from '../category/category.service.ts';
import * as queries from './product.queries.ts';

/** Includes only batches in scope. @throws notFound */
export async function readFigures(ctx: Context, id: number): Promise<ProductStatistics> {
  const { db, scope } = ctx;
  await read(ctx, id);
  const [{ followTime, batchStates, ...funnel }, byDay, byRegion] = await Promise.all([
    queries.funnel(db, scope, id),
    queries.byDay(db, scope, id),
    queries.byRegion(db, scope, id),
  ]);
  return { followTime, funnel, byDay, byRegion, batchStates };
}

type Products = typeof products;

const service = recordService(queries.productTable, {
  html: ['story'],
  references: { codeRuleId: { constraint: 'product_code_rule_id_fkey' }, templateId: { constraint: 'product_template_id_fkey' } },
  used: { batch_category_id_fkey: 'productInUse', dealer_product_category_id_fkey: 'productInUse' },
});

/** A product that a batch or a dealer contract references cannot be removed. */
export const { table, list, read, remove } = service;

/**
 * The product belongs to the actor's department.
 * @throws productCodeTaken, productGtinTaken, productShelfLifeHalf, productShelfLifeTooLong, productNetContentHalf, referenceNotFound,
 * categoryOff, regionUnknown, fileGone
 */
export async function add(ctx: Context, input: InputOf<Products>) {
  await assertReferences(ctx, input);
  return mapWriteErrors(input, service.add(ctx, toRow(input)));
}

/**
 * GTIN and packaging are fixed once codes are issued, because both are printed.
 * @throws notFound, recordStale, productGtinFixed, productPackagingFixed, and as `add`
 */
export async function edit(ctx: Context, id: number, changes: ChangesOf<Products>) {
  const before = orNotFound(await queries.lock(ctx.db, ctx.scope, id));
  if (before.issued) assertPrintedFieldsUnchanged(before, changes);
  await assertReferences(ctx, changes, { id, ...before });
  await mapWriteErrors(changes, service.edit(ctx, id, toRow(changes)));
}

/** Omits the GTINs. @throws notFound, productCodeTaken */
export async function clone(ctx: Context, id: number, { categoryCode, categoryName }: z.output<typeof cloneProduct.body>) {
  const { packaging, ...product } = await read(ctx, id);
  const { version: _, ...copy } = products.input.omit({ gtin: true, packaging: true }).parse({ ...product, categoryCode });
  const levels = packaging.map(({ level, contains, ssccPrefix }) => ({ level, contains, ssccPrefix, gtin: null }));
  const input = { ...copy, ...(categoryName && { categoryName }), gtin: null, packaging: levels };
  return { categoryId: await mapWriteErrors(input, service.add(ctx, toRow(input))) };
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

/** The database stores attributes and packaging as JSON. */
function toRow<Row extends Pick<ChangesOf<Products>, 'attributes' | 'packaging'>>({ attributes, packaging, ...row }: Row): Row {
  const levels = packaging?.map(({ gtin = null, ssccPrefix = null, ...level }) => ({ ...level, gtin, ssccPrefix }));
  // The cast: a text in place of the value.
  return {
    ...row,
    ...(attributes && { attributes: JSON.stringify(attributes) }),
    ...(levels && { packaging: JSON.stringify(levels) }),
  } as unknown as Row;
}

function mapWriteErrors<T>({ gtin, packaging }: ChangesOf<Products>, write: Promise<T>) {
  const numbers = [gtin, ...(packaging ?? []).map((level) => level.gtin)].filter(Boolean);
  const gtinParams = { field: packaging?.some((level) => level.gtin) ? 'packaging' : 'gtin', gtin: numbers };
  return mapEachError(
    [
      [{ trade_item_pkey: 'productGtinTaken' }, gtinParams],
      [{ product_shelf_life_check: 'productShelfLifeHalf' }, { field: 'shelfLifeUnit' }],
      [{ product_shelf_life_most_check: 'productShelfLifeTooLong' }, { field: 'shelfLife' }],
      [{ product_net_content_half_check: 'productNetContentHalf' }, { field: 'netContentUnit' }],
    ],
    write,
  );
}
