import { readToken } from './data/token.ts';

/** Strangers are on their way to the sign-in page (`boot.ts`); for the others the console takes the place of the boot picture. */
if (readToken()) void import('./shell/main.tsx').then(({ mount }) => mount());
