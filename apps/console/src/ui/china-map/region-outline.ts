import { provinceOf } from '@suyuan/contract';

export interface Outline {
  /** Administrative code of six digits. */
  code: string;
  zh: string;
  en: string;
  /** Label position. */
  x: number;
  y: number;
  /** Border, in tenths of a map unit. */
  path: string;
}

export const isProvince = (code: string) => code.endsWith('0000');

/** Its own outline, otherwise that of its city or province. */
export function outlineOf<T extends { code: string }>(outlines: ReadonlyMap<string, T>, code: string): T | undefined {
  return outlines.get(code) ?? outlines.get(`${code.slice(0, 4)}00`) ?? outlines.get(provinceOf(code));
}
