import { type DealerLine, dealers } from '@suyuan/contract';
import type { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as categoryService from '../../catalog/category/category.service.ts';
import { regionMeant } from '../../scans/place/regions.ts';
import * as queries from './dealer.queries.ts';
import * as dealerService from './dealer.service.ts';

/** Names and codes instead of ids. */
type Line = z.output<typeof DealerLine>;

/** Takes the exclusive tree lock first, because two imports that upgrade from the shared lock would deadlock. */
export async function find({ db, scope }: Context, { channelBusinessCode: code }: Line) {
  await queries.takeTurn(db);
  return (await queries.place(db, scope, { code }))?.channelBusinessId;
}

export const addLine = async (ctx: Context, line: Line) => dealerService.add(ctx, await meant(ctx, line));

/** A blank cell leaves its field unchanged. */
export const editLine = async (ctx: Context, id: number, line: Line) => dealerService.edit(ctx, id, await meant(ctx, line));

async function meant(ctx: Context, line: Line) {
  const { parentCode, catalogueCode, regionName, regionNames, categoryCodes, version: _, ...rest } = line;
  const missing = (field: string) => new Problem('referenceNotFound', { field, title: dealers.word(field) });
  const parent = parentCode ? await queries.place(ctx.db, ctx.scope, { code: parentCode }) : undefined;
  if (parentCode && !parent) throw missing('parentCode');
  const catalogueId = catalogueCode ? await categoryService.idOfCode(ctx.db, 'channelBusiness', catalogueCode) : null;
  if (catalogueId === undefined) throw missing('catalogueCode');
  const codes = listed(categoryCodes);
  const goods = codes.length > 0 ? await queries.goodsByCode(ctx.db, codes) : [];
  if (goods.length < new Set(codes).size) throw missing('categoryCodes');
  const regions = listed(regionNames).map((name) => regionMeant(name, 'regionNames'));
  return {
    ...rest,
    ...(parent && { parentId: parent.channelBusinessId }),
    ...(catalogueId !== null && { catalogueId }),
    ...(regionName && { regionCode: regionMeant(regionName, 'regionName') }),
    ...(regions.length > 0 && { regionCodes: regions }),
    ...(goods.length > 0 && { categoryIds: goods.map(({ categoryId }) => categoryId) }),
  };
}

const listed = (text: string | null | undefined) => (text ?? '').split(/[、,，;；\n]/).flatMap((part) => part.trim() || []);
