import { buildConsole } from './launch/build.mjs';
import { install } from './launch/install.mjs';
import { at } from './launch/places.mjs';
import { runOwn, tied } from './launch/run.mjs';
import { fail } from './launch/say.mjs';

// npm run suyuan -- <command>: the operator CLI.
const args = process.argv.slice(2);
await install();
if (args[0] === 'start' && !(await buildConsole())) fail('控制台构建失败；看上面的原因 / the console could not be built: see above', 1);
process.exit(await runOwn([at('apps/server/src/boot/commands/suyuan.ts'), ...args], { stdio: tied }));
