import { catalogue } from './digit/catalogue.ts';

/** Words of the catalogues. */
export const digit = { ...catalogue } as const;
