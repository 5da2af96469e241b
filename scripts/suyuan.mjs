import { prepareServer } from './launch/build.mjs';
import { install } from './launch/install.mjs';
import { at } from './launch/paths.mjs';
import { runOwn, tied } from './launch/run.mjs';

// npm run suyuan -- <command>: the operator CLI.
const args = process.argv.slice(2);
await (args[0] === 'start' ? prepareServer() : install('server'));
process.exit(await runOwn([at('apps/server/src/boot/commands/suyuan.ts'), ...args], { stdio: tied }));
