import { type BatchLine, type BatchPackaging, type batches, batchSheet, type RecordOf } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/problem.ts';
import * as dealerService from '../../partners/dealer/dealer.service.ts';
import { parseRegion } from '../../scans/place/regions.ts';
import * as batchService from './batch.service.ts';
import * as planQueries from './batch-plan.queries.ts';

/** A row that `addLine` accepts. */
export const lineOf = (batch: RecordOf<typeof batches>): Record<string, unknown> => ({
  ...batch,
  packagingText: packagingText(batch.packaging),
});

/** @throws referenceNotFound if a code or name does not exist in scope, and as `add` */
export async function addLine(ctx: Context, batchLine: BatchLine) {
  const { categoryCode, supplierCode, ruleName, packagingText, intendedDealerCode, intendedRegionName, ...line } = batchLine;
  const references = { categoryCode, supplierCode, ...(ruleName && { ruleName }) };
  const { goods, supplier, rule } = await planQueries.findReferences(ctx.db, ctx.scope, references);
  if (!goods) throw referenceNotFound('categoryCode');
  if (!supplier) throw referenceNotFound('supplierCode');
  if (ruleName && !rule) throw referenceNotFound('ruleName');
  const dealer = intendedDealerCode ? await dealerService.findRecipient(ctx, { code: intendedDealerCode }) : undefined;
  if (intendedDealerCode && !dealer) throw referenceNotFound('intendedDealerCode');
  const packaging = packagingText ? parsePackaging(packagingText) : null;
  const intended = {
    ...(dealer && { intendedDealerId: dealer.channelBusinessId }),
    ...(intendedRegionName && { intendedRegionCode: parseRegion(intendedRegionName, 'intendedRegionName') }),
  };
  const referenceIds = { categoryId: goods.categoryId, supplierId: supplier.supplierId, ...(rule && { codeRuleId: rule.codeRuleId }) };
  return batchService.add(ctx, { ...line, ...referenceIds, ...intended, packaging });
}

const referenceNotFound = (field: 'categoryCode' | 'supplierCode' | 'ruleName' | 'intendedDealerCode') =>
  new Problem('referenceNotFound', { field, title: batchSheet.word(field) });

/** From the box up, e.g. `24×40`. Spreadsheets would parse `24,40` as one number. */
function packagingText(packaging: BatchPackaging | null): string {
  const top = packaging?.at(-1)?.level ?? 0;
  const sizes = Array.from({ length: top }, (_, at) => packaging?.find(({ level }) => level === at + 1)?.contains ?? 0);
  // a single four-digit number could be two that a spreadsheet merged
  if (sizes.length === 1 && sizes[0]! > 999) sizes.push(0);
  return sizes.join('×') || '0';
}

const parsePackaging = (packagingText: string): BatchPackaging =>
  packagingText.split(/[^0-9]+/).flatMap((size, at) => (Number(size) > 0 ? [{ level: at + 1, contains: Number(size) }] : []));
