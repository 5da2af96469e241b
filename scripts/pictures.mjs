import { install } from './launch/install.mjs';
import { at } from './launch/paths.mjs';
import { runOwn } from './launch/run.mjs';

// npm run pictures -- --url … --password …: screenshots and measurements of every page of a running product.
// npm run pictures -- guide --url … --password …: the pictures of the user guide.
await install();
const script = process.argv[2] === 'guide' ? 'scripts/take-guide-pictures.ts' : 'scripts/take-pictures.ts';
process.exit(await runOwn([at(script), ...process.argv.slice(2)]));
