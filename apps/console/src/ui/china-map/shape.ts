import { provinceOf } from '@suyuan/contract';

/** A region of the map: names, position of its label, and border as a path in tenths of a map unit. */
export interface Outline {
  /** Administrative code of six digits. */
  code: string;
  zh: string;
  en: string;
  centre: readonly [x: number, y: number];
  path: string;
}

export const isProvince = (code: string) => code.endsWith('0000');

/** The outline for a region: its own, otherwise that of its city or province. */
export function outlineOf<T extends { code: string }>(outlines: ReadonlyMap<string, T>, code: string): T | undefined {
  return outlines.get(code) ?? outlines.get(`${code.slice(0, 4)}00`) ?? outlines.get(provinceOf(code));
}
