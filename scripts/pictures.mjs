import { install } from './launch/install.mjs';
import { at } from './launch/paths.mjs';
import { runOwn } from './launch/run.mjs';

// npm run pictures -- --url … --password …: screenshots and measurements of every page of a running product.
await install();
process.exit(await runOwn([at('scripts/take-pictures.ts'), ...process.argv.slice(2)]));
