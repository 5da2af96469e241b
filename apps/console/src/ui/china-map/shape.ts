import { provinceOf } from '@suyuan/contract';

/** A region of the map: its name in both languages, where its name stands, its border as a path in tenths of the map's unit. */
export interface Outline {
  /** Administrative code of six digits. */
  code: string;
  zh: string;
  en: string;
  centre: readonly [x: number, y: number];
  path: string;
}

/** Whether a region is a province, which lies in no other. */
export const isProvince = (code: string) => code.endsWith('0000');

/** Where a region is drawn: itself, else the city it lies in, else its province. */
export function outlineOf<T extends { code: string }>(outlines: ReadonlyMap<string, T>, code: string): T | undefined {
  return outlines.get(code) ?? outlines.get(`${code.slice(0, 4)}00`) ?? outlines.get(provinceOf(code));
}
