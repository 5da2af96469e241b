import { readToken } from './kit/token.ts';

/** Strangers are on their way to the sign-in page (`boot.ts`); for the others the console takes the place of the boot picture. */
if (readToken()) void import('./app/main.tsx').then(({ mount }) => mount());
