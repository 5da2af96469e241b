import { type CategoryLine, categories, categorySheet, type RecordOf } from '@suyuan/contract';
import type { Context } from '../../../http/context.ts';
import { Problem } from '../../../http/problem.ts';
import * as catalogueService from '../../digit/catalogue/catalogue.service.ts';
import { regionFullName, regionMeant } from '../../public/place/regions.ts';
import * as categoryService from './category.service.ts';

const levels = ['box', 'case', 'pallet'] as const;
const at = (level: number) => levels[level - 1] ?? 'box';

/** Goods as a line of the sheet. The class is left to its name: its code is asked for nobody twice. */
export function lineOf(goods: RecordOf<typeof categories>): Record<string, unknown> {
  const packaged = goods.packaging.flatMap(({ level, contains, gtin }) => [
    [`${at(level)}Contains`, contains],
    [`${at(level)}Gtin`, gtin],
  ]);
  return {
    ...goods,
    ...Object.fromEntries(packaged),
    originRegion: goods.originRegionCode && regionFullName(goods.originRegionCode),
    attributeText: goods.attributes.map(({ name, value }) => `${name}=${value}`).join('；') || null,
  };
}

/** Adds the goods of one line. @throws referenceNotFound where no class has the code, regionUnknown, and what `add` throws */
export async function addLine(ctx: Context, line: CategoryLine): Promise<number> {
  const { catalogueCode, originRegion, attributeText, ...rest } = line;
  const catalogueId = catalogueCode ? await catalogueService.idOfCode(ctx.db, 'category', catalogueCode) : null;
  if (catalogueId === undefined)
    throw new Problem('referenceNotFound', { field: 'catalogueCode', title: categorySheet.word('catalogueCode') });
  const { boxContains, boxGtin, caseContains, caseGtin, palletContains, palletGtin, ...facts } = rest;
  const held = [
    [boxContains, boxGtin],
    [caseContains, caseGtin],
    [palletContains, palletGtin],
  ] as const;
  const packaging = held.flatMap(([contains, gtin], index) =>
    contains ? [{ level: index + 1, contains, gtin: gtin ?? null, ssccPrefix: null }] : [],
  );
  const attributes = (attributeText ?? '').split(/[;；\n]/).flatMap((entry) => {
    const [name = '', ...value] = entry.split(/[=＝]/);
    return name.trim() && value.length > 0 ? [{ name: name.trim(), value: value.join('=').trim() }] : [];
  });
  const parsed = categories.input.shape.attributes.safeParse(attributes);
  if (!parsed.success) throw new Problem('invalidInput', { field: 'attributeText', title: categorySheet.word('attributeText') });
  const region = originRegion ? { originRegionCode: regionMeant(originRegion, 'originRegion') } : {};
  return categoryService.add(ctx, { ...facts, ...region, catalogueId, packaging, attributes });
}
