import { type DealerOverlap, dealers, leastRegions, type OverlapQuery, regionsOutside, regionsShared } from '@suyuan/contract';
import type { z } from 'zod';
import { refusing } from '../../../platform/db/constraint.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { regionFullName, validateRegions } from '../../scans/place/regions.ts';
import * as queries from './authority.queries.ts';
import { place } from './dealer.queries.ts';

const MOST_OVERLAPS = 50;
/** Regions and products per problem text. */
const NAMED = 5;

export interface Authorised {
  regionCodes?: string[] | undefined;
  categoryIds?: number[] | undefined;
}

/** @throws regionUnknown, referenceNotFound */
export async function write(db: Db, id: number, { regionCodes, categoryIds }: Authorised): Promise<void> {
  if (regionCodes) {
    validateRegions(regionCodes, 'regionCodes');
    await queries.setRegions(db, id, leastRegions(regionCodes));
  }
  if (categoryIds) {
    const known = queries.setGoods(db, id, [...new Set(categoryIds)]);
    const unknown = { field: 'categoryIds', title: dealers.word('categoryIds') };
    await refusing({ dealer_product_category_id_fkey: 'referenceNotFound' }, unknown, known);
  }
}

/**
 * Own regions and products must be within those of the nearest ancestor that has any. Includes ancestors and descendants of `id`.
 * @throws regionsBeyondParent, goodsBeyondParent
 */
export async function validateLine(db: Db, id: number): Promise<void> {
  const line = await queries.line(db, id);
  const known = new Map(line.map((dealer) => [dealer.channelBusinessId, dealer]));
  for (const dealer of line) {
    const above = dealer.ancestors.toReversed().flatMap((key) => known.get(key) ?? []);
    const field = dealer.channelBusinessId === id ? {} : { of: dealer.channelBusinessId };
    const wider = above.find(({ regionCodes }) => regionCodes.length > 0);
    const outside = wider ? regionsOutside(dealer.regionCodes, wider.regionCodes) : [];
    if (wider && outside.length > 0) {
      const regions = outside.slice(0, NAMED).map(regionFullName).join('、');
      const said = { name: dealer.channelBusinessName, parent: wider.channelBusinessName, regions };
      throw new Problem('regionsBeyondParent', { field: 'regionCodes', ...field, ...said });
    }
    const richer = above.find(({ categoryIds }) => categoryIds.length > 0);
    const foreign = richer ? dealer.categoryIds.filter((key) => !richer.categoryIds.includes(key)) : [];
    if (richer && foreign.length > 0) {
      const goods = (await queries.goodsNames(db, foreign.slice(0, NAMED))).map(({ categoryName }) => categoryName).join('、');
      const said = { name: dealer.channelBusinessName, parent: richer.channelBusinessName, goods };
      throw new Problem('goodsBeyondParent', { field: 'categoryIds', ...field, ...said });
    }
  }
}

/** Own authority, or that of the nearest ancestor with one. Null: no limit. */
export interface Effective {
  regionCodes: string[] | null;
  categoryIds: number[] | null;
}

export async function effective(db: Db, id: number): Promise<Effective> {
  const line = await queries.line(db, id);
  const own = line.find(({ channelBusinessId }) => channelBusinessId === id);
  const upward = own ? [own, ...own.ancestors.toReversed().flatMap((key) => line.find((one) => one.channelBusinessId === key) ?? [])] : [];
  return {
    regionCodes: upward.find(({ regionCodes }) => regionCodes.length > 0)?.regionCodes ?? null,
    categoryIds: upward.find(({ categoryIds }) => categoryIds.length > 0)?.categoryIds ?? null,
  };
}

/** A warning, not a refusal. */
export async function overlaps(
  { db, scope }: Context,
  { channelBusinessId = 0, parentId, exclusive, regionCodes, categoryIds = [] }: z.output<typeof OverlapQuery>,
): Promise<DealerOverlap[]> {
  if (regionCodes.length === 0) return [];
  const parent = parentId ? await place(db, scope, { id: parentId }) : undefined;
  const above = parent ? [...parent.ancestors, parent.channelBusinessId] : [];
  const asked = { id: channelBusinessId, above, exclusive: exclusive === '1', regionCodes, categoryIds };
  const found = await queries.overlaps(db, asked, MOST_OVERLAPS);
  return found.map(({ regionCodes: theirs, ...dealer }) => ({
    ...dealer,
    regionNames: regionsShared(regionCodes, theirs).map(regionFullName),
  }));
}
