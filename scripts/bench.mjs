import { buildConsole } from './launch/build.mjs';
import { install } from './launch/install.mjs';
import { fail } from './launch/log.mjs';
import { at } from './launch/paths.mjs';
import { wrk } from './launch/programs.mjs';
import { runOwn } from './launch/run.mjs';

// npm run bench [-- <figure> …]: benchmarks with rivals.
const names = process.argv.slice(2);
await install();
// bench/main.ts prints the usage; it needs no console
const needsConsole = !names.some((name) => name === '--help' || name === '-h');
if (needsConsole && !(await buildConsole())) fail('控制台构建失败；看上面的原因 / the console could not be built: see above', 1);
if (needsConsole) process.env.WRK = (await wrk()) ?? '';
process.exit(await runOwn(['--expose-gc', at('bench/main.ts'), ...names]));
