import { issueMessage, type ProductLine, productSheet, products, type RecordOf } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/problem.ts';
import { parseRegion, regionFullName } from '../../scans/place/regions.ts';
import * as categoryService from '../category/category.service.ts';
import * as queries from './product.queries.ts';
import * as productService from './product.service.ts';

const levels = ['box', 'case', 'pallet'] as const;
const levelName = (level: number) => levels[level - 1] ?? 'box';

export function lineOf(product: RecordOf<typeof products>, { language }: Pick<Context, 'language'>): Record<string, unknown> {
  const packagingColumns = product.packaging.flatMap(({ level, contains, gtin }) => [
    [`${levelName(level)}Contains`, contains],
    [`${levelName(level)}Gtin`, gtin],
  ]);
  return {
    ...product,
    ...Object.fromEntries(packagingColumns),
    originRegion: product.originRegionCode && regionFullName(product.originRegionCode, language),
    attributeText: product.attributes.map(({ name, value }) => `${name}=${value}`).join('；') || null,
  };
}

export const find = async ({ db, scope }: Context, { categoryCode }: ProductLine) =>
  (await queries.findCode(db, scope, categoryCode))?.categoryId;

/** @throws referenceNotFound if no category has the code, regionUnknown, and as `add` */
export const addLine = async (ctx: Context, line: ProductLine): Promise<number> => productService.add(ctx, await toProductInput(ctx, line));

/** A blank cell leaves its field or packaging level unchanged. @throws as `addLine`, and as `edit` */
export async function editLine(ctx: Context, id: number, line: ProductLine): Promise<void> {
  const { packaging, attributes, catalogueId, ...changes } = await toProductInput(ctx, line, await productService.read(ctx, id));
  const filledFields = {
    ...(catalogueId !== null && { catalogueId }),
    ...(line.attributeText && { attributes }),
    ...(packaging.length > 0 && { packaging }),
  };
  return productService.edit(ctx, id, { ...changes, ...filledFields });
}

/** @param before the product that the row changes, whose code rule may be out of scope */
async function toProductInput(ctx: Context, line: ProductLine, before?: Pick<RecordOf<typeof products>, 'packaging' | 'codeRuleId'>) {
  const { catalogueCode, originRegion, attributeText, ruleName, ...columns } = line;
  const catalogueId = catalogueCode ? await categoryService.idOfCode(ctx.db, 'category', catalogueCode) : null;
  if (catalogueId === undefined)
    throw new Problem('referenceNotFound', { field: 'catalogueCode', title: productSheet.word('catalogueCode') });
  const rule = ruleName ? await queries.findRuleByName(ctx.db, ctx.scope, { ruleName, current: before?.codeRuleId ?? 0 }) : undefined;
  if (ruleName && !rule) throw new Problem('referenceNotFound', { field: 'ruleName', title: productSheet.word('ruleName') });
  const { boxContains, boxGtin, caseContains, caseGtin, palletContains, palletGtin, ...facts } = columns;
  const packagingCells = [
    [boxContains, boxGtin],
    [caseContains, caseGtin],
    [palletContains, palletGtin],
  ] as const;
  const packaging = packagingCells.flatMap(([cell, cellGtin], index) => {
    const level = index + 1;
    const previous = before?.packaging.find((one) => one.level === level);
    const contains = cell ?? previous?.contains;
    const gtin = cellGtin ?? previous?.gtin ?? null;
    if (gtin && !contains) throw invalidCell(ctx, `${levelName(level)}Contains`, 'issue.required');
    return contains ? [{ level, contains, gtin, ssccPrefix: previous?.ssccPrefix ?? null }] : [];
  });
  const attributes = parseAttributes(ctx, attributeText ?? '');
  const parsed = products.input.shape.attributes.safeParse(attributes);
  const issue = parsed.error?.issues[0];
  if (issue) throw new Problem('invalidInput', { field: 'attributeText', message: issueMessage(ctx.t, attributeTitle(ctx), issue) });
  const region = originRegion ? { originRegionCode: parseRegion(originRegion, 'originRegion') } : {};
  return { ...facts, ...region, ...rule, catalogueId, packaging, attributes };
}

/** A part without a name belongs to the value before it, which contains a separator. */
function parseAttributes(ctx: Context, text: string) {
  const attributes: { name: string; value: string }[] = [];
  for (const [, separator = '', part = ''] of text.matchAll(/(^|[;；\n])([^;；\n]*)/g)) {
    const [, name = '', value = ''] = /^([^=＝]*\S)\s*[=＝](.*)$/.exec(part.trim()) ?? [];
    const last = attributes.at(-1);
    if (name) attributes.push({ name, value: value.trim() });
    else if (part.trim() === '') continue;
    else if (last) last.value += `${separator}${part.trimEnd()}`;
    else throw invalidCell(ctx, 'attributeText', 'issue.formatHint');
  }
  return attributes;
}

function invalidCell({ t }: Context, field: string, word: 'issue.required' | 'issue.formatHint') {
  const hint = t('manage.category.attributeText.hint');
  return new Problem('invalidInput', { field, message: t(word, { field: t(productSheet.word(field)), hint }) });
}

const attributeTitle = ({ t }: Context) => t(productSheet.word('attributeText'));
