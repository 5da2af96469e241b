import { type DealerLine, dealers } from '@suyuan/contract';
import type { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as categoryService from '../../catalog/category/category.service.ts';
import { parseRegion } from '../../scans/place/regions.ts';
import * as queries from './dealer.queries.ts';
import * as dealerService from './dealer.service.ts';

/** Names and codes instead of ids. */
type Line = z.output<typeof DealerLine>;

/** Takes the exclusive tree lock first, because two imports that upgrade from the shared lock would deadlock. */
export async function find({ db, scope }: Context, { channelBusinessCode: code }: Line) {
  await queries.lockTree(db);
  return (await queries.findNode(db, scope, { code }))?.channelBusinessId;
}

export const addLine = async (ctx: Context, line: Line) => dealerService.add(ctx, await toDealerInput(ctx, line));

/** A blank cell leaves its field unchanged. */
export const editLine = async (ctx: Context, id: number, line: Line) => dealerService.edit(ctx, id, await toDealerInput(ctx, line));

async function toDealerInput(ctx: Context, line: Line) {
  const { parentCode, catalogueCode, regionName, regionNames, categoryCodes, version: _, ...fields } = line;
  const referenceNotFound = (field: string) => new Problem('referenceNotFound', { field, title: dealers.word(field) });
  const parent = parentCode ? await queries.findNode(ctx.db, ctx.scope, { code: parentCode }) : undefined;
  if (parentCode && !parent) throw referenceNotFound('parentCode');
  const catalogueId = catalogueCode ? await categoryService.idOfCode(ctx.db, 'channelBusiness', catalogueCode) : null;
  if (catalogueId === undefined) throw referenceNotFound('catalogueCode');
  const codes = splitList(categoryCodes);
  const productRows = codes.length > 0 ? await queries.listProductsByCode(ctx.db, codes) : [];
  if (productRows.length < new Set(codes).size) throw referenceNotFound('categoryCodes');
  const regions = splitList(regionNames).map((name) => parseRegion(name, 'regionNames'));
  return {
    ...fields,
    ...(parent && { parentId: parent.channelBusinessId }),
    ...(catalogueId !== null && { catalogueId }),
    ...(regionName && { regionCode: parseRegion(regionName, 'regionName') }),
    ...(regions.length > 0 && { regionCodes: regions }),
    ...(productRows.length > 0 && { categoryIds: productRows.map(({ categoryId }) => categoryId) }),
  };
}

const splitList = (text: string | null | undefined) => (text ?? '').split(/[、,，;；\n]/).flatMap((part) => part.trim() || []);
