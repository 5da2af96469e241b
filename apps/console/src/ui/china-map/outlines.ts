import country from '../../../../../reference-data/map/country.json' with { type: 'json' };
import type { Outline } from './region-outline.ts';

/** Unit of all coordinates: a thousandth of the map's width. Paths are in tenths of it. */
export const HEIGHT = country.height;

/** Where the projection puts a degree; see project.ts. */
export const frame = country.frame;

export const provinces: readonly Outline[] = country.provinces;

/** The islands of the South China Sea, in a box of 64 × 94: coast, Hainan, nine dashes, islands as points. */
export const inset = country.inset;

/** The tenth dash, east of Taiwan, where the map itself has its place. */
export const tenthDash = country.tenthDash;
