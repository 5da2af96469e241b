import { type Catalogue, type CatalogueKind, type CatalogueLine, catalogueSheet, type Page } from '@suyuan/contract';
import type { Context } from '../../../http/context.ts';
import { Problem } from '../../../http/problem.ts';
import * as catalogueService from './catalogue.service.ts';

/** The tree in the order in which it is read: each class before what is below it, siblings by their place. */
function inTreeOrder(rows: Catalogue[]): Catalogue[] {
  const below = Map.groupBy(rows, ({ parentId }) => parentId);
  const walk = (parentId: number): Catalogue[] => (below.get(parentId) ?? []).flatMap((row) => [row, ...walk(row.catalogueId)]);
  return walk(0);
}

/** The whole tree as lines, each naming the one above it by its code: what `addLine` reads back. */
export async function lines(ctx: Context, kind: CatalogueKind): Promise<Page<CatalogueLine>> {
  const rows = inTreeOrder(await catalogueService.list(ctx, kind));
  const codes = new Map(rows.map(({ catalogueId, catalogueCode }) => [catalogueId, catalogueCode]));
  const shown = rows.map((row) => ({ ...row, parentCode: codes.get(row.parentId) ?? null })) as unknown as CatalogueLine[]; // the sheet names its own columns
  return { rows: shown, total: shown.length };
}

/** Adds the class of one line. @throws referenceNotFound where no class has the code of the one above; whatever `add` refuses */
export async function addLine(ctx: Context, kind: CatalogueKind, { parentCode, ...line }: CatalogueLine): Promise<number> {
  const parentId = parentCode ? await catalogueService.idOfCode(ctx.db, kind, parentCode) : 0;
  if (parentId === undefined)
    throw new Problem('referenceNotFound', { field: 'parentCode', title: catalogueSheet(kind).word('parentCode') });
  return catalogueService.add(ctx, kind, { ...line, parentId });
}
