import type { batches, EndpointQueryOf, ProposalOf, ResultOf } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import * as queries from './batch-proposal.queries.ts';

type Proposal = ProposalOf<typeof batches>;

/** A, B, …, Z, AA, AB, … */
export function nextLetters(letters: string | undefined): string {
  if (!letters) return 'A';
  const [rest, last] = [letters.slice(0, -1), letters.at(-1) as string];
  return last === 'Z' ? `${nextLetters(rest)}A` : rest + String.fromCharCode(last.charCodeAt(0) + 1);
}

/** Defaults of a new batch. Without a product only the number and the date. */
export async function propose({ db, scope }: Context, { categoryId, madeDate }: EndpointQueryOf<Proposal>): Promise<ResultOf<Proposal>> {
  const today = await queries.today(db);
  const day = madeDate ?? today;
  const letters = nextLetters(await queries.lastLetters(db, day, categoryId));
  const proposal = { batchNo: day.replaceAll('-', '') + letters, madeDate: today };
  const product = categoryId === undefined ? undefined : await queries.productDefaults(db, scope, categoryId, day);
  if (categoryId === undefined || !product) return proposal;
  const { expiryDate, packaging } = product;
  const codeRuleId = product.codeRuleId ?? (await queries.onlyRule(db, scope));
  const supplierId = (await queries.lastSupplier(db, scope, categoryId)) ?? (await queries.onlySupplier(db, scope));
  return {
    ...proposal,
    expiryDate,
    packaging: packaging.length > 0 ? packaging : null,
    ...(supplierId && { supplierId }),
    ...(codeRuleId && { codeRuleId }),
  };
}
