import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildConsole } from './launch/build.mjs';
import { chromium } from './launch/chromium.mjs';
import { faketime } from './launch/faketime.mjs';
import { install } from './launch/install.mjs';
import { at } from './launch/places.mjs';
import { redis } from './launch/redis.mjs';
import { runOwn } from './launch/run.mjs';
import { failedFiles, failures, readTally, testsIn } from './launch/tally.mjs';

// npm test [-- --long]: every check there is, each to its end, and one line with the true totals.
const long = process.argv.includes('--long');
const reports = mkdtempSync(path.join(tmpdir(), 'suyuan-reports-'));
const env = long ? { SUYUAN_LONG: '1' } : {};

const bin = (place, ...args) => [at('node_modules', place), ...args];
const one = (ok) => (ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
const check = (args) => async () => one((await runOwn(args, { env })) === 0);

const vitest = (name, args, more) => async () => {
  const report = path.join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return readTally(report, await runOwn(bin('vitest/vitest.mjs', 'run', ...args, ...reporters), { env: { ...env, ...more } }));
};

/** Files that may be tried a second time: more that fail at once are no accident of one slow moment. */
const MOST_RETRIED = 8;

/** What has failed for good, for the end of the output: a reader of its tail must see what to look at. */
const lostTests = [];

/**
 * Runs tests, and a file of them that fails once more as a whole, on a server of its own as at first: one moment of a busy machine
 * must not hide what the others say. What passes only then is named, and what fails again has failed.
 */
async function atMostTwice(name, run) {
  const first = await run(name, []);
  const report = path.join(reports, `${name}.json`);
  const files = first.failed === 0 ? [] : failedFiles(report);
  if (files.length === 0 || files.length > MOST_RETRIED) {
    lostTests.push(...failures(report));
    return first;
  }
  const names = files.map((file) => path.relative(at('.'), file)).join(' ');
  console.log(`\n重试 / once more: ${names}`);
  for (const failure of failures(report)) console.log(`  ${failure}`);
  const again = await run(`${name}-again`, files);
  console.log(`重试结果 / the second time: ${names}: ${again.passed} passed, ${again.failed} failed`);
  lostTests.push(...failures(path.join(reports, `${name}-again.json`)));
  return { passed: first.passed - testsIn(report, files).passed + again.passed, failed: again.failed };
}

/** Units and the server by its front door; replicas share a Redis. */
async function server() {
  const REDIS_SERVER = await redis();
  return REDIS_SERVER ? atMostTwice('server', (name, files) => vitest(name, files, { REDIS_SERVER })()) : one(false);
}

/** Journeys in a browser; without a clock to set, the fault of one is passed over. */
async function journeys() {
  const CHROMIUM = await chromium();
  const LIBFAKETIME = (await faketime()) ?? '';
  const config = ['--config', at('e2e/vitest.config.ts')];
  return CHROMIUM ? atMostTwice('journeys', (name, files) => vitest(name, [...config, ...files], { CHROMIUM, LIBFAKETIME })()) : one(false);
}

const steps = [
  ['格式与规范 / format and lint', check(bin('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'))],
  ['模块边界 / boundaries', check([at('scripts/check-boundaries.ts')])],
  ['无人使用 / nothing that nobody reads', check([at('scripts/check-unused.ts')])],
  ['文档注释 / docstrings', check([at('scripts/check-docstrings.ts')])],
  ['规格覆盖 / the specification, row by row', check([at('scripts/check-coverage.ts')])],
  ['数据库类型 / row types of the schema', check([at('scripts/generate-database.ts'), '--check'])],
  ['类型 / types', check(bin('typescript/bin/tsc', '--noEmit', '-p', at('.')))],
  ['单元与服务器 / units and server', server],
  ['构建 / console build', async () => one(await buildConsole())],
  ['大小 / sizes', check([at('scripts/check-sizes.ts')])],
  ['浏览器 / journeys in a browser', journeys],
];

await install();
const total = { passed: 0, failed: 0 };
const lost = [];
for (const [title, step] of steps) {
  const begun = Date.now();
  console.log(`\n── ${title}`);
  const { passed, failed } = await step();
  console.log(`── ${title}: ${passed} passed, ${failed} failed, ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) lost.push(title);
}
rmSync(reports, { recursive: true, force: true });
if (lost.length > 0) console.log(`\n未通过 / failed: ${lost.join(' · ')}`);
for (const failure of lostTests) console.log(`  ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
