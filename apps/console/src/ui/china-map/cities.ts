import list from '../../../../../reference-data/map/cities.json' with { type: 'json' };
import type { Outline } from './region-outline.ts';

/** Separate, because browsers reject a dynamic import of JSON that the development server sends as a script. */
export const cities: readonly Outline[] = list;
