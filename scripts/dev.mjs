import { install } from './launch/install.mjs';
import { at } from './launch/paths.mjs';
import { runOwn } from './launch/run.mjs';

// npm run dev: restarts the server and reloads the console on source changes.
await install();
const port = process.env.PORT ?? '8080';
const server = runOwn(['--watch', '--watch-preserve-output', at('apps/server/src/boot/main.ts')]);
const vite = runOwn([at('node_modules/vite/bin/vite.js'), '--host', '127.0.0.1'], {
  cwd: at('apps/console'),
  env: { API: `http://127.0.0.1:${port}` },
});
process.exit(await Promise.race([server, vite]));
