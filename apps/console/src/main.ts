import { begin } from './boot.ts';

/** The first script: who asks for the console is known, or on the way, before React is here. */
if (begin()) void import('./app/main.tsx').then(({ mount }) => mount());
