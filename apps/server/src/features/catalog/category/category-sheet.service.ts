import { type Category, type CategoryKind, categorySheet, type InputOf, type Page, type RecordOf } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/problem.ts';
import * as categoryService from './category.service.ts';

type Sheet = ReturnType<typeof categorySheet>;

/** Depth first, siblings by position. */
function inTreeOrder(rows: Category[]): Category[] {
  const childrenByParent = Map.groupBy(rows, ({ parentId }) => parentId);
  const walk = (parentId: number): Category[] => (childrenByParent.get(parentId) ?? []).flatMap((row) => [row, ...walk(row.catalogueId)]);
  return walk(0);
}

/** Parents are referenced by code, as `addLine` expects. */
export async function lines(ctx: Context, kind: CategoryKind): Promise<Page<RecordOf<Sheet>>> {
  const rows = inTreeOrder(await categoryService.list(ctx, kind));
  const codes = new Map(rows.map(({ catalogueId, catalogueCode }) => [catalogueId, catalogueCode]));
  const sheetLines = rows.map((row) => ({ ...row, parentCode: codes.get(row.parentId) ?? null })) as unknown as RecordOf<Sheet>[]; // the sheet defines its own columns
  return { rows: sheetLines, total: sheetLines.length };
}

/** @throws referenceNotFound if no category has the parent's code, and as `add` */
export async function addLine(ctx: Context, kind: CategoryKind, { parentCode, ...line }: InputOf<Sheet>): Promise<number> {
  const parentId = parentCode ? await categoryService.idOfCode(ctx.db, kind, parentCode) : 0;
  if (parentId === undefined)
    throw new Problem('referenceNotFound', { field: 'parentCode', title: categorySheet(kind).word('parentCode') });
  return categoryService.add(ctx, kind, { ...line, parentId });
}
