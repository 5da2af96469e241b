import { type DealerLine, dealers } from '@suyuan/contract';
import type { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/problem.ts';
import { parseRegion, regionCodeOfEnglish } from '../../scans/place/regions.ts';
import * as queries from './dealer.queries.ts';
import { add, edit, partner } from './dealer.service.ts';

/** Names and codes instead of ids. */
type Line = z.output<typeof DealerLine>;

/** Takes the exclusive tree lock first, because two imports that upgrade from the shared lock would deadlock. */
export async function find(ctx: Context, { channelBusinessCode }: Line) {
  await queries.lockTree(ctx.db);
  return partner.findId(ctx, channelBusinessCode);
}

export const addLine = async (ctx: Context, line: Line) => add(ctx, await toDealerInput(ctx, line));

/** A blank cell leaves its field unchanged. */
export const editLine = async (ctx: Context, id: number, line: Line) => edit(ctx, id, await toDealerInput(ctx, line));

async function toDealerInput(ctx: Context, { parentCode, regionNames, categoryCodes, ...line }: Line) {
  const referenceNotFound = (field: string) => new Problem('referenceNotFound', { field, title: dealers.word(field) });
  const parent = parentCode ? await queries.findNode(ctx.db, ctx.scope, { code: parentCode }) : undefined;
  if (parentCode && !parent) throw referenceNotFound('parentCode');
  const input = await partner.toInput(ctx, line);
  const codes = splitList(categoryCodes);
  const productRows = codes.length > 0 ? await queries.listProductsByCode(ctx.db, codes) : [];
  if (productRows.length < new Set(codes).size) throw referenceNotFound('categoryCodes');
  const regions = splitRegions(regionNames).map((name) => parseRegion(name, 'regionNames'));
  return {
    ...input,
    ...(parent && { parentId: parent.channelBusinessId }),
    ...(regions.length > 0 && { regionCodes: regions }),
    ...(productRows.length > 0 && { categoryIds: productRows.map(({ categoryId }) => categoryId) }),
  };
}

/** English names contain commas. */
const splitRegions = (text: string | null | undefined) =>
  (text ?? '').split(/[;；\n]/).flatMap((part) => (regionCodeOfEnglish(part) ? [part] : splitList(part)));

const splitList = (text: string | null | undefined) => (text ?? '').split(/[、,，;；\n]/).flatMap((part) => part.trim() || []);
