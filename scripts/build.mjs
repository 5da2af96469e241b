import { buildConsole } from './launch/build.mjs';
import { install } from './launch/install.mjs';
import { fail } from './launch/log.mjs';

// npm run build: builds the console into apps/console/dist.
await install('build');
if (!(await buildConsole())) fail('控制台构建失败；看上面的原因 / the console could not be built: see above', 1);
