import { install } from './launch/install.mjs';
import { at } from './launch/places.mjs';
import { runOwn } from './launch/run.mjs';

// npm run pictures -- --url … --password …: every page of a running product as a picture, and what can be measured of it.
await install();
process.exit(await runOwn([at('scripts/take-pictures.ts'), ...process.argv.slice(2)]));
