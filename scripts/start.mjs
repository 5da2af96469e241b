import { buildConsole } from './launch/build.mjs';
import { install } from './launch/install.mjs';
import { at } from './launch/places.mjs';
import { runOwn, tied } from './launch/run.mjs';
import { fail } from './launch/say.mjs';

// npm start: runs on any Node from 20, with built-in modules only.
await install();
if (!(await buildConsole())) fail('控制台构建失败；看上面的原因 / the console could not be built: see above', 1);
process.exit(await runOwn([at('apps/server/src/boot/main.ts')], { stdio: tied }));
