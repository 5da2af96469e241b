import { type SupplierLine, suppliers } from '@suyuan/contract';
import type { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as categoryService from '../../catalog/category/category.service.ts';
import { parseRegion } from '../../scans/place/regions.ts';
import * as queries from './supplier.queries.ts';
import * as supplierService from './supplier.service.ts';

/** Names and codes instead of ids. */
type Line = z.output<typeof SupplierLine>;

export const find = async ({ db, scope }: Context, { supplierCode }: Line) => (await queries.findCode(db, scope, supplierCode))?.supplierId;

export const addLine = async (ctx: Context, line: Line) => supplierService.add(ctx, await toSupplierInput(ctx, line));

/** A blank cell leaves its field unchanged. */
export const editLine = async (ctx: Context, id: number, line: Line) => supplierService.edit(ctx, id, await toSupplierInput(ctx, line));

async function toSupplierInput({ db }: Context, { catalogueCode, regionName, version: _, ...line }: Line) {
  const catalogueId = catalogueCode ? await categoryService.idOfCode(db, 'supplier', catalogueCode) : null;
  if (catalogueId === undefined) throw new Problem('referenceNotFound', { field: 'catalogueCode', title: suppliers.word('catalogueCode') });
  const regionCode = regionName ? parseRegion(regionName, 'regionName') : null;
  return { ...line, ...(regionCode && { regionCode }), ...(catalogueId && { catalogueId }) };
}
