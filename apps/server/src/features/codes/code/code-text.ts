import { digitalLinkPath, readSymbol } from '@suyuan/codes';
import type { Deriver } from '@suyuan/codes/derive';
import { type CodeForm, placeOfText } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { orNotFound } from '../../../platform/problem.ts';
import * as codeSpaceService from '../code-space/code-space.service.ts';
import * as queries from './code.queries.ts';

/** Also finds containers by SSCC. Ordinals from 0. Undefined if it is not one of our codes. */
export async function locate(db: Db, installation: Installation, text: string) {
  const codePlace = placeOfText(text);
  if (codePlace) {
    const [issued] = await queries.locateIssued(db, [{ ...codePlace, ordinal: codePlace.ordinal - 1, index: 0 }]);
    return issued && { batchId: issued.batchId, level: issued.level, ordinal: issued.ordinal };
  }
  const symbol = readSymbol(text);
  for (const decoded of await codeSpaceService.decode(installation, symbol)) {
    const place = await queries.locate(db, decoded);
    if (place) return place;
  }
  const [container] = symbol.sscc ? await queries.locateContainers(db, [{ index: 0, sscc: symbol.sscc }]) : [];
  return container && { batchId: container.batchId, level: container.level, ordinal: container.ordinal };
}

/** Ordinals [ordinalFrom, ordinalFrom + count) of a batch. */
export interface DerivedRange {
  ordinalFrom: number;
  count: number;
  serialFrom: number;
  deriver: Deriver;
}

/** From 0, both ends included. Default level: units. */
export interface OrdinalSpan {
  first: number;
  last: number;
  level?: number | undefined;
}

/** In order. */
export async function rangesOf(
  installation: Installation,
  db: Db,
  batchId: number,
  { first, last, level = 0 }: OrdinalSpan,
): Promise<DerivedRange[]> {
  const ranges = await queries.listRanges(db, batchId, level, { first, last });
  return Promise.all(
    ranges.map(async ({ spaceId, epoch, ...range }) => {
      const shape = await codeSpaceService.shapeOf(db, spaceId);
      return { ...range, deriver: codeSpaceService.deriverOf(installation, spaceId, shape, epoch) };
    }),
  );
}

/** `ordinals` count from 0, ascending. @throws notFound */
export async function textsOf(
  installation: Installation,
  db: Db,
  batchId: number,
  ordinals: readonly number[],
  level = 0,
): Promise<string[]> {
  const ranges = await rangesOf(installation, db, batchId, { first: ordinals[0] ?? 0, last: ordinals.at(-1) ?? 0, level });
  let next = 0;
  return ordinals.map((ordinal) => {
    while (next < ranges.length && ordinal >= (ranges[next]?.ordinalFrom ?? 0) + (ranges[next]?.count ?? 0)) next++;
    const { ordinalFrom, serialFrom, deriver } = orNotFound(ranges[next]);
    return deriver.code(serialFrom + ordinal - ordinalFrom);
  });
}

/** @throws notFound */
export const textOf = async (installation: Installation, db: Db, batchId: number, ordinal: number, level = 0) =>
  orNotFound((await textsOf(installation, db, batchId, [ordinal], level))[0]);

/** A GS1 Digital Link requires the GTIN of the product; without one the link is plain. */
export function payloadPrefix(
  { publicBaseUrl }: Pick<Installation, 'publicBaseUrl'>,
  { form, gtin, batchNo }: { form: CodeForm; gtin: string | null; batchNo: string },
): string {
  if (form === 'number') return '';
  return form === 'digitalLink' && gtin ? `${publicBaseUrl}${digitalLinkPath({ gtin, lot: batchNo })}/21/` : `${publicBaseUrl}/c/`;
}

/** The last four characters are enough to compare with a print, and too few to forge one. */
export const maskCode = (code: string): string => code.slice(-4).padStart(code.length, '*');
