import { createServer } from 'node:net';
import { install } from './launch/install.mjs';
import { at } from './launch/paths.mjs';
import { runOwn } from './launch/run.mjs';

// npm run dev: restarts the server and reloads the console on source changes.
await install();
// with wrong settings the watched server would only wait for a change of a file
const checkEnvironment = `import { readEnvironment } from './environment.ts';
const { wrong = [] } = readEnvironment(process.env);
for (const line of wrong) console.error(line);
process.exitCode = wrong.length > 0 ? 2 : 0;`;
const checked = await runOwn(['--input-type=module', '--eval', checkEnvironment], { cwd: at('apps/server/src/boot') });
if (checked !== 0) process.exit(checked);
/** The console has to know the port, so 0 is resolved before the server starts. */
const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(String(port)));
    });
  });
const setPort = process.env.PORT?.trim() || '8080';
const port = /^0+$/.test(setPort) ? await freePort() : setPort;
const ended = new AbortController();
const server = runOwn(['--watch', '--watch-preserve-output', at('apps/server/src/boot/main.ts')], {
  env: { PORT: port },
  stop: ended.signal,
});
const vite = runOwn([at('node_modules/vite/bin/vite.js'), '--host', '127.0.0.1'], {
  cwd: at('apps/console'),
  env: { API: `http://127.0.0.1:${port}` },
  stop: ended.signal,
});
const code = await Promise.race([server, vite]);
// the other would keep its port and the database
ended.abort();
await Promise.all([server, vite]);
process.exit(code);
