import { batches, type InputOf } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { DataScope } from '../../../platform/db/scope.ts';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/problem.ts';
import * as dealerService from '../../partners/dealer/dealer.service.ts';
import { validateRegions } from '../../scans/place/regions.ts';
import * as queries from './batch-plan.queries.ts';

interface Plan {
  categoryId: number;
  supplierId: number;
  codeRuleId: number;
  quantity: number;
}

/** The default rule of the product. @throws referenceNotFound, productWithoutRule */
export async function ruleOf(db: Db, scope: DataScope, categoryId: number): Promise<number> {
  const { codeRuleId } = orReferenceNotFound(await queries.findGoods(db, scope, categoryId), 'categoryId');
  if (codeRuleId === null) throw new Problem('productWithoutRule', { field: 'codeRuleId' });
  return codeRuleId;
}

/**
 * Requires a product on sale, an approved supplier, an enabled rule with enough serials, and a GTIN if the rule prints one. The product's
 * default rule may be out of scope.
 * @param changes in an edit, the changed fields: only these must be in scope
 * @throws referenceNotFound, productOff, supplierNotApproved, supplierSuspended, codeRuleOff, codeSpaceExhausted, batchWithoutGtin; each
 * with its field
 */
export async function validate(
  db: Db,
  scope: DataScope,
  plan: Plan,
  changes: { [field in keyof Plan]?: number | undefined } = plan,
): Promise<void> {
  const fieldScope = (field: keyof Plan): DataScope => (changes[field] === undefined ? 'all' : scope);
  const goods = orReferenceNotFound(await queries.findGoods(db, fieldScope('categoryId'), plan.categoryId), 'categoryId');
  if (goods.status !== '0') throw new Problem('productOff', { field: 'categoryId', categoryName: goods.categoryName });

  const supplier = orReferenceNotFound(await queries.findSupplier(db, fieldScope('supplierId'), plan.supplierId), 'supplierId');
  if (supplier.state !== 'approved')
    throw new Problem(supplierProblem(supplier.state), { field: 'supplierId', supplierName: supplier.supplierName });

  const ruleScope = plan.codeRuleId === goods.codeRuleId ? 'all' : fieldScope('codeRuleId');
  const rule = orReferenceNotFound(await queries.findRule(db, ruleScope, plan.codeRuleId), 'codeRuleId');
  if (rule.status !== '0') throw new Problem('codeRuleOff', { field: 'codeRuleId', ruleName: rule.ruleName });
  if (rule.form === 'digitalLink' && goods.gtin === null)
    throw new Problem('batchWithoutGtin', { field: 'codeRuleId', categoryName: goods.categoryName });
  assertSerialsLeft(plan, rule);
}

type IntendedRecipient = Pick<InputOf<typeof batches>, 'categoryId' | 'intendedDealerId' | 'intendedRegionCode'>;

/**
 * The dealer must be visible, active and authorised for the product, and the region must exist.
 * @throws referenceNotFound, dealerNotActive, goodsNotAuthorised, regionUnknown; each with its field
 */
export async function validateIntended(
  ctx: Context,
  { categoryId, intendedDealerId, intendedRegionCode }: IntendedRecipient,
): Promise<void> {
  if (intendedRegionCode) validateRegions([intendedRegionCode], 'intendedRegionCode');
  if (intendedDealerId == null) return;
  const field = 'intendedDealerId';
  const dealer = orReferenceNotFound(await dealerService.findRecipient(ctx, { id: intendedDealerId }), field);
  const problemParams = { field, dealer: dealer.channelBusinessName };
  if (dealer.state !== 'active') throw new Problem('dealerNotActive', { ...problemParams, state: dealerService.stateWord(dealer.state) });
  if (dealer.categoryIds && !dealer.categoryIds.includes(categoryId)) {
    const goods = await queries.findGoods(ctx.db, 'all', categoryId);
    throw new Problem('goodsNotAuthorised', { ...problemParams, goods: goods?.categoryName ?? '' });
  }
}

export const isIntendedAllowed = (ctx: Context, intended: IntendedRecipient) =>
  validateIntended(ctx, intended).then(
    () => true,
    (error: unknown) => (error instanceof Problem ? false : Promise.reject(error)),
  );

/** Distinguishes a supplier that is not yet approved from one that no longer is. */
const supplierProblem = (state: string) => (state === 'draft' || state === 'pending' ? 'supplierNotApproved' : 'supplierSuspended');

/** @throws codeSpaceExhausted, codesToImport */
export async function validateQuantity(db: Db, plan: Pick<Plan, 'codeRuleId' | 'quantity'>): Promise<void> {
  const rule = orReferenceNotFound(await queries.findRule(db, 'all', plan.codeRuleId), 'codeRuleId');
  if (rule.kind === 'stored') throw new Problem('codesToImport');
  assertSerialsLeft(plan, rule);
}

/** @throws referenceNotFound */
export const spaceOf = async (db: Db, codeRuleId: number) =>
  orReferenceNotFound(await queries.findRule(db, 'all', codeRuleId), 'codeRuleId').spaceId;

function assertSerialsLeft({ quantity }: Pick<Plan, 'quantity'>, { left }: { left: number }) {
  if (quantity > left) throw new Problem('codeSpaceExhausted', { field: 'quantity', left, quantity });
}

function orReferenceNotFound<T>(row: T | undefined, field: keyof Plan | 'intendedDealerId'): T {
  if (row === undefined) throw new Problem('referenceNotFound', { field, title: batches.word(field) });
  return row;
}
