import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildConsole } from './launch/build.mjs';
import { clockAt } from './launch/clock.mjs';
import { install } from './launch/install.mjs';
import { fail } from './launch/log.mjs';
import { at } from './launch/paths.mjs';
import { caddy, chromium, faketime, nginx, patroni, redis } from './launch/programs.mjs';
import { runOwn } from './launch/run.mjs';
import { browserFailures, browserTally, failures, readTally } from './launch/test-totals.mjs';

// npm test                               all checks, without stopping at a failure, and one line of totals
// npm test -- <part of a file's name> …  only test files with matching names
// npm test -- -t "<part of a title>"      only tests with matching titles
// npm test -- --long                     every check at full size
// npm test -- --only <kind> [<name> …]   only checks of one kind: lint, types, units, server or e2e
// npm test -- --at "2028-02-29 00:30"    with the clock set to that time in the business zone; --at 00:30 is the next one
const kinds = ['lint', 'types', 'units', 'server', 'e2e'];
const usage = `npm test -- [--long] [--only ${kinds.join('|')}] [--at "2028-02-29 00:30"] [-t "标题的一部分 / part of a title"] [文件名的一部分 / part of a test file's name …]`;
const { options, names } = readArguments();

const reports = mkdtempSync(path.join(tmpdir(), 'suyuan-reports-'));
const env = { ...(options.long ? { SUYUAN_LONG: '1' } : {}), ...(options.at ? await clockAt(options.at) : {}) };

const bin = (place, ...args) => [at('node_modules', place), ...args];
const one = (ok) => (ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
const check = (args) => async () => one((await runOwn(args, { env })) === 0);

/** Failed tests, repeated in the summary. */
const failedTests = [];

async function vitest(name, args, more) {
  const report = path.join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const title = options.title ? ['--testNamePattern', literal(options.title)] : [];
  const code = await runOwn(bin('vitest/vitest.mjs', 'run', ...args, ...title, ...reporters), { env: { ...env, ...more } });
  failedTests.push(...failures(report));
  return readTally(report, code);
}

/** Projects of vitest.config.ts to run. */
const projects = { units: ['--project', 'units'], server: ['--project', 'server', '--project', 'process'] }[options.only] ?? [];

/** Unit and server tests; replicas share a Redis. At full size generated pages open in a browser. */
const server = (files) => async () => {
  if (options.only === 'units') return vitest('units', [...projects, ...files]);
  const REDIS_SERVER = await redis();
  const [NGINX, CHROMIUM] = options.long ? [(await nginx()) ?? '', (await chromium()) ?? ''] : ['', ''];
  const PATRONI = options.long ? ((await patroni()) ?? '') : '';
  return REDIS_SERVER ? vitest('server', [...projects, ...files], { REDIS_SERVER, NGINX, CHROMIUM, PATRONI }) : one(false);
};

/**
 * Browser tests. The documented web servers are installed at full size only. The clock test is skipped without libfaketime, or if the
 * clock is already changed.
 */
const browserTests = (files) => async () => {
  const CHROMIUM = await chromium();
  const LIBFAKETIME = options.at ? '' : ((await faketime()) ?? '');
  const [NGINX, CADDY] = options.long ? [(await nginx()) ?? '', (await caddy()) ?? ''] : ['', ''];
  if (!CHROMIUM) return one(false);
  const report = path.join(reports, 'browser.json');
  const title = options.title ? ['--grep', literal(options.title)] : [];
  const code = await runOwn(bin('@playwright/test/cli.js', 'test', '--config', at('e2e/playwright.config.ts'), ...files, ...title), {
    env: { ...env, CHROMIUM, LIBFAKETIME, NGINX, CADDY, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  failedTests.push(...browserFailures(report));
  return browserTally(report, code);
};

/**
 * The server tests again, on the coordinator and workers of Citus that TEST_DATABASE_URL leads to as superuser, in a database with the
 * extension. Without `--long`, TEST_DATABASE_URL serves the only run.
 */
async function citus() {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return vitest('citus', ['--project', 'server'], { REDIS_SERVER: (await redis()) ?? '', NGINX: '', CHROMIUM: '' });
  console.log('跳过：TEST_DATABASE_URL 没有指定 Citus 的协调节点 / skipped: TEST_DATABASE_URL names no coordinator of Citus');
  return { passed: 0, failed: 0 };
}

const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const build = ['e2e', '构建 / console build', async () => one(await buildConsole())];

const everything = [
  ['lint', '格式与规范 / format and lint', check(bin('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'))],
  ['lint', '模块边界 / boundaries', check([at('scripts/check-boundaries.ts')])],
  ['lint', '未使用的代码 / unused exports, files and dependencies', check(bin('knip/bin/knip.js'))],
  ['lint', '未使用的文案与样式 / unused texts and classes', check([at('scripts/check-unused.ts')])],
  ['lint', '异常说明 / throws', check([at('scripts/check-throws.ts')])],
  ['lint', '生命周期文档 / documented life cycles', check([at('scripts/generate-life-cycles.ts'), '--check'])],
  ['lint', '用词 / words', check([at('scripts/check-words.ts')])],
  ['lint', '规格覆盖 / the specification, row by row', check([at('scripts/check-coverage.ts')])],
  ['types', '数据库类型 / row types of the schema', check([at('scripts/generate-database.ts'), '--check'])],
  ['types', '类型 / types', check(bin('typescript/bin/tsc', '--noEmit', '-p', at('.')))],
  ['server', '单元与服务器 / units and server', server([])],
  ...(options.long ? [['server', 'Citus', citus]] : []),
  build,
  ['e2e', '大小 / sizes', check([at('scripts/check-sizes.ts')])],
  ['e2e', '浏览器 / browser tests', browserTests([])],
];

const kind = options.only === 'units' ? 'server' : options.only;
const steps = (names.length === 0 ? everything : stepsOf(names)).filter(([each]) => kind === undefined || each === kind);
if (steps.length === 0)
  fail(`--only ${options.only}：其中没有名称含“${names.join(' ')}”的测试 / it has no test with “${names.join(' ')}” in its name`);

await install();
const total = { passed: 0, failed: 0 };
const failedSteps = [];
for (const [, title, step] of steps) {
  const start = Date.now();
  console.log(`\n── ${title}`);
  const { passed, failed } = await step();
  console.log(`── ${title}: ${passed} passed, ${failed} failed, ${((Date.now() - start) / 1000).toFixed(1)} s`);
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) failedSteps.push(title);
}
rmSync(reports, { recursive: true, force: true });
if (failedSteps.length > 0) console.log(`\n未通过 / failed: ${failedSteps.join(' · ')}`);
for (const failure of failedTests) console.log(`  ${failure}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

function readArguments() {
  try {
    const options = { long: { type: 'boolean' }, at: { type: 'string' }, only: { type: 'string' }, title: { type: 'string', short: 't' } };
    const help = { type: 'boolean', short: 'h' };
    const { values, positionals } = parseArgs({ options: { ...options, help }, allowPositionals: true });
    if (values.help) {
      console.log(usage);
      process.exit();
    }
    if (values.only && !kinds.includes(values.only)) throw new Error(`--only ${values.only}: ${kinds.join(' | ')}`);
    return { options: values, names: positionals };
  } catch (error) {
    return fail(`${error.message}\n${usage}`);
  }
}

/** Steps for test files whose path contains one of `names`. A name without a match ends the run. */
function stepsOf(names) {
  const folders = ['apps', 'packages', 'scripts', 'e2e'];
  const files = folders.flatMap((folder) => testFiles(folder));
  for (const name of names) {
    if (!files.some((file) => file.includes(name))) fail(`没有名称含“${name}”的测试文件 / no test file has “${name}” in its name`);
  }
  const wanted = files.filter((file) => names.some((name) => file.includes(name)));
  const inBrowser = wanted.filter((file) => file.endsWith('.spec.ts'));
  const others = wanted.filter((file) => !file.endsWith('.spec.ts'));
  return [
    ...(others.length > 0 ? [['server', '单元与服务器 / units and server', server(others)]] : []),
    ...(inBrowser.length > 0 ? [build, ['e2e', '浏览器 / browser tests', browserTests(inBrowser.map((file) => path.basename(file)))]] : []),
  ];
}

/** Repository-relative paths of test files below a folder, with forward slashes. */
function testFiles(folder) {
  return readdirSync(at(folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name === 'dist' ? [] : testFiles(file);
    return /\.(test|spec)\.tsx?$/.test(entry.name) ? [file] : [];
  });
}
