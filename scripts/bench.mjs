import { buildConsole } from './launch/build.mjs';
import { install } from './launch/install.mjs';
import { fail } from './launch/log.mjs';
import { at } from './launch/paths.mjs';
import { wrk } from './launch/programs.mjs';
import { runOwn } from './launch/run.mjs';

// npm run bench [-- <figure> …]: benchmarks with rivals.
const names = process.argv.slice(2);
await install();
// unknown names are refused before the console is built
const checked = await runOwn([at('bench/main.ts'), '--check', ...names]);
if (checked !== 0) process.exit(checked);
// bench/main.ts has printed the usage
if (names.some((name) => name === '--help' || name === '-h')) process.exit();
if (!(await buildConsole())) fail('控制台构建失败；看上面的原因 / the console could not be built: see above', 1);
process.env.WRK = (await wrk()) ?? '';
process.exit(await runOwn(['--expose-gc', at('bench/main.ts'), ...names]));
