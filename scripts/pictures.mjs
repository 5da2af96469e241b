import { install } from './launch/install.mjs';
import { fail } from './launch/log.mjs';
import { at } from './launch/paths.mjs';
import { runOwn } from './launch/run.mjs';

// npm run pictures -- --url … --password …: screenshots and measurements of every page of a running product.
// npm run pictures -- guide --url … --password …: the pictures of the user guide.
for (const option of ['--url', '--password'])
  if (!process.argv.some((each) => each.split('=')[0] === option))
    fail(`缺少 ${option}；用法见 docs/console.md / ${option} is missing: docs/console.md has the usage`);
await install();
const script = process.argv[2] === 'guide' ? 'scripts/take-guide-pictures.ts' : 'scripts/take-pictures.ts';
process.exit(await runOwn([at(script), ...process.argv.slice(2)]));
