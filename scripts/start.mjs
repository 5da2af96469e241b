import { prepareServer } from './launch/build.mjs';
import { memoryEnvironment, memoryFlags } from './launch/memory.mjs';
import { at } from './launch/paths.mjs';
import { runOwn, tied } from './launch/run.mjs';

// npm start: runs on any Node from 20, with built-in modules only.
await prepareServer();
process.exit(await runOwn([...memoryFlags, at('apps/server/src/boot/main.ts')], { stdio: tied, env: memoryEnvironment }));
