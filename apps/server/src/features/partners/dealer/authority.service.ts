import { type DealerOverlap, dealers, minimalRegions, type OverlapQuery, regionsOutside, regionsShared } from '@suyuan/contract';
import type { z } from 'zod';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/problem.ts';
import { regionFullName, validateRegions } from '../../scans/place/regions.ts';
import * as queries from './authority.queries.ts';
import { findNode } from './dealer.queries.ts';

const MAX_OVERLAPS = 50;
/** Regions and products per problem text. */
const MAX_NAMES = 5;

export interface AuthorityInput {
  regionCodes?: string[] | undefined;
  categoryIds?: number[] | undefined;
}

/**
 * Products must be in scope, or authorised for `original` already.
 * @throws regionUnknown, referenceNotFound
 */
export async function write(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  id: number,
  { regionCodes, categoryIds }: AuthorityInput,
  original = id,
): Promise<void> {
  if (regionCodes) {
    validateRegions(regionCodes, 'regionCodes');
    await queries.setRegions(db, id, minimalRegions(regionCodes));
  }
  if (categoryIds) {
    const problemParams = { field: 'categoryIds', title: dealers.word('categoryIds') };
    if (await queries.hasHiddenProduct(db, scope, categoryIds, original)) throw new Problem('referenceNotFound', problemParams);
    const insertion = queries.setProducts(db, id, [...new Set(categoryIds)]);
    await mapConstraintErrors({ dealer_product_category_id_fkey: 'referenceNotFound' }, problemParams, insertion);
  }
}

/**
 * Own regions and products must be within those of the nearest ancestor that has any. Includes ancestors and descendants of `id`.
 * @throws regionsBeyondParent, goodsBeyondParent
 */
export async function validateLine({ db, language }: Pick<Context, 'db' | 'language'>, id: number): Promise<void> {
  const line = await queries.listLine(db, id);
  const dealersById = new Map(line.map((dealer) => [dealer.channelBusinessId, dealer]));
  for (const dealer of line) {
    const ancestors = dealer.ancestors.toReversed().flatMap((key) => dealersById.get(key) ?? []);
    const field = dealer.channelBusinessId === id ? {} : { of: dealer.channelBusinessId };
    const regionOwner = ancestors.find(({ regionCodes }) => regionCodes.length > 0);
    const outside = regionOwner ? regionsOutside(dealer.regionCodes, regionOwner.regionCodes) : [];
    if (regionOwner && outside.length > 0) {
      const regions = outside.slice(0, MAX_NAMES).map((code) => regionFullName(code, language));
      const problemParams = { name: dealer.channelBusinessName, parent: regionOwner.channelBusinessName, regions };
      throw new Problem('regionsBeyondParent', { field: 'regionCodes', ...field, ...problemParams });
    }
    const productOwner = ancestors.find(({ categoryIds }) => categoryIds.length > 0);
    const foreign = productOwner ? dealer.categoryIds.filter((key) => !productOwner.categoryIds.includes(key)) : [];
    if (productOwner && foreign.length > 0) {
      const goods = (await queries.listProductNames(db, foreign.slice(0, MAX_NAMES))).map(({ categoryName }) => categoryName);
      const problemParams = { name: dealer.channelBusinessName, parent: productOwner.channelBusinessName, goods };
      throw new Problem('goodsBeyondParent', { field: 'categoryIds', ...field, ...problemParams });
    }
  }
}

/** Own authority, or that of the nearest ancestor with one. Null: no limit. */
export interface EffectiveAuthority {
  regionCodes: string[] | null;
  categoryIds: number[] | null;
}

export async function findEffectiveAuthority(db: Db, id: number): Promise<EffectiveAuthority> {
  const line = await queries.listLine(db, id);
  const own = line.find(({ channelBusinessId }) => channelBusinessId === id);
  const lineUpward = own
    ? [own, ...own.ancestors.toReversed().flatMap((key) => line.find((one) => one.channelBusinessId === key) ?? [])]
    : [];
  return {
    regionCodes: lineUpward.find(({ regionCodes }) => regionCodes.length > 0)?.regionCodes ?? null,
    categoryIds: lineUpward.find(({ categoryIds }) => categoryIds.length > 0)?.categoryIds ?? null,
  };
}

/** A warning, not a refusal. */
export async function overlaps(
  { db, scope, language }: Context,
  { channelBusinessId = 0, parentId, exclusive, regionCodes, categoryIds = [] }: z.output<typeof OverlapQuery>,
): Promise<DealerOverlap[]> {
  if (regionCodes.length === 0) return [];
  const parent = parentId ? await findNode(db, scope, { id: parentId }) : undefined;
  const ancestorIds = parent ? [...parent.ancestors, parent.channelBusinessId] : [];
  const criteria = { id: channelBusinessId, ancestorIds, exclusive: exclusive === '1', regionCodes, categoryIds };
  const overlapping = await queries.overlaps(db, scope, criteria, MAX_OVERLAPS);
  return overlapping.map(({ regionCodes: dealerRegions, ...dealer }) => ({
    ...dealer,
    regionNames: regionsShared(regionCodes, dealerRegions).map((code) => regionFullName(code, language)),
  }));
}
