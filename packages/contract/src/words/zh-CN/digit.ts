import { category } from './digit/catalogue.ts';

/** Words of the catalogues. */
export const digit = { ...category } as const;
