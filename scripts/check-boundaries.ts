import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Tests the import rules of Biome: each must report a planted violation by name. Also checks that every resource has its folders, file
 * names are allowed, and each dependency is explained in a decision.
 */

const root = path.join(import.meta.dirname, '..');
const planted = `planted${process.pid}`;
const feature = `apps/server/src/features/${planted}/noun`;
const page = `apps/console/src/features/${planted}/noun`;

const violations: [file: string, source: string, rule?: string][] = [
  [`packages/codes/src/${planted}.ts`, "import { z } from 'zod';\nexport const x = z;\n"],
  [`packages/codes/src/${planted}-io.ts`, "import fs from 'node:fs';\nexport const x = fs;\n"],
  [`packages/forms/src/${planted}.ts`, "import fs from 'node:fs';\nexport const x = fs;\n"],
  [`packages/contract/src/${planted}.ts`, "import { spaceKey } from '@suyuan/codes/derive';\nexport const x = spaceKey;\n"],
  [`packages/contract/src/${planted}-server.ts`, "import fastify from 'fastify';\nexport const x = fastify;\n"],
  [`${feature}/noun.routes.ts`, "import { sql } from 'kysely';\nexport const x = sql;\n"],
  [`${feature}/noun.service.ts`, "import pg from 'pg';\nexport const x = pg;\n"],
  [`${feature}/other.service.ts`, "import fastify from 'fastify';\nexport const x = fastify;\n"],
  [`${feature}/third.service.ts`, "import { list } from '../else/else.queries.ts';\nexport const x = list;\n"],
  [`${feature}/noun.queries.ts`, "import { Problem } from '../../../problem.ts';\nexport const x = Problem;\n"],
  [`${feature}/other.queries.ts`, "import { list } from '../else/else.queries.ts';\nexport const x = list;\n"],
  [`apps/server/src/platform/http/${planted}.ts`, "import { x as y } from '../../features/a/b/b.service.ts';\nexport const x = y;\n"],
  [`apps/server/src/platform/http/${planted}-sql.ts`, "import { sql } from 'kysely';\nexport const x = sql;\n"],
  [`apps/server/src/platform/db/${planted}.ts`, "import { x as y } from '../../features/a/b/b.service.ts';\nexport const x = y;\n"],
  [`apps/server/src/platform/db/${planted}-http.ts`, "import { x as y } from '../http/serve.ts';\nexport const x = y;\n"],
  [`apps/console/src/ui/${planted}.ts`, "import { x as y } from '../features/a/b/b.ts';\nexport const x = y;\n"],
  [`apps/console/src/data/${planted}.ts`, "import { x as y } from '../ui/field.tsx';\nexport const x = y;\n"],
  [`apps/console/src/ui/${planted}-form.ts`, "import { x as y } from '../forms/form-designer.tsx';\nexport const x = y;\n"],
  [`apps/console/src/forms/${planted}.ts`, "import { x as y } from '../features/a/b/b.ts';\nexport const x = y;\n"],
  [`apps/server/src/platform/${planted}.ts`, "import { x as y } from '../boot/app.ts';\nexport const x = y;\n"],
  [`${page}/noun-page.ts`, "import { x as y } from '../else/else-page.tsx';\nexport const x = y;\n"],
  [`${page}/other-page.ts`, "import { x as y } from '@suyuan/server';\nexport const x = y;\n"],
  [
    `${feature}/data.ts`,
    "import x from '../../../../../../reference-data/regions/regions.json' with { type: 'json' };\nexport const y = x;\n",
  ],
  [
    `${feature}/data.service.ts`,
    "import x from '../../../../../../reference-data/sample/goods.json' with { type: 'json' };\nexport const y = x;\n",
  ],
  [
    `apps/server/src/platform/${planted}-data.ts`,
    "import x from '../../../../reference-data/map/cities.json' with { type: 'json' };\nexport const y = x;\n",
  ],
  [
    `apps/console/src/ui/${planted}-data.ts`,
    "import x from '../../../../reference-data/sample/goods.json' with { type: 'json' };\nexport const y = x;\n",
  ],
  [
    `apps/console/src/shell/${planted}.ts`,
    "import x from '../../../../reference-data/map/cities.json' with { type: 'json' };\nexport const y = x;\n",
  ],
  [
    `${page}/data-page.ts`,
    "import x from '../../../../../../reference-data/map/cities.json' with { type: 'json' };\nexport const y = x;\n",
  ],
  [
    `packages/contract/src/${planted}-data.ts`,
    "import x from '../../../reference-data/map/cities.json' with { type: 'json' };\nexport const y = x;\n",
  ],
  [`apps/verify/src/${planted}.ts`, "import { Button } from 'antd';\nexport const x = Button;\n"],
  [`${feature}/left.service.ts`, "import { right } from './right.service.ts';\nexport const left = () => right;\n", 'noImportCycles'],
  [`${feature}/right.service.ts`, "import { left } from './left.service.ts';\nexport const right = () => left;\n", 'noImportCycles'],
];

const faults: string[] = [];

interface Report {
  summary: { changed: number; unchanged: number };
  diagnostics: { category: string; location: { path?: string | { file?: string } } }[];
}

function lint(files: string[]): Report {
  const args = ['lint', '--reporter=json', '--max-diagnostics=500', ...files];
  const biome = path.join(root, 'node_modules/.bin/biome');
  try {
    return JSON.parse(execFileSync(biome, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch (error) {
    // Biome exits with 1 if it finds a violation, as expected here.
    return JSON.parse((error as { stdout: string }).stdout);
  }
}

function checkPlanted() {
  try {
    for (const [file, source] of violations) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), source);
    }
    const { summary, diagnostics } = lint(violations.map(([file]) => file));
    const checked = summary.changed + summary.unchanged;
    if (checked < violations.length) faults.push(`only ${checked} of ${violations.length} planted files were looked at`);
    for (const [file, , rule = 'noRestrictedImports'] of violations) {
      const caught = diagnostics.some(({ category, location }) => {
        const reportedPath = typeof location.path === 'string' ? location.path : location.path?.file;
        return category.endsWith(rule) && reportedPath?.endsWith(file);
      });
      if (!caught) faults.push(`${rule} did not catch ${file}`);
    }
  } finally {
    for (const [file] of violations) rmSync(path.join(root, file), { force: true });
    for (const folder of [feature, page]) rmSync(path.join(root, path.dirname(folder)), { recursive: true, force: true });
  }
  return violations.length;
}

/** Each resource of the contract has a server folder; each console folder has a file in the contract. */
function checkResourceFolders() {
  const resourceFiles = globSync('packages/contract/src/*/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts') && readFileSync(path.join(root, file), 'utf8').includes('= defineResource('),
  );
  for (const file of resourceFiles) {
    const [domain, name] = file
      .split('/')
      .slice(-2)
      .map((part) => part.replace(/\.ts$/, ''));
    const folder = `apps/server/src/features/${domain}/${name}`;
    if (globSync(`${folder}/${name}.routes.ts`, { cwd: root }).length === 0) faults.push(`${file} has no ${folder}`);
  }
  for (const folder of globSync('apps/console/src/features/*/*', { cwd: root })) {
    const [domain, name] = folder.split('/').slice(-2);
    if (name === 'shared') continue; // widgets shared by several features
    if (globSync(`packages/contract/src/${domain}/${name}.ts`, { cwd: root }).length === 0) faults.push(`${folder} has no contract`);
  }
  return resourceFiles.length;
}

/** Lines that a file may have. A longer test says why in its first line; generated files are exempt. */
const MAX_LINES = 300;
const REASON = /over 300 lines/i;

/** Finds forbidden file names, imports of locales outside the contract, and long files. */
function checkNames() {
  const forbidden = /(^|[-/])(utils?|helpers?|common|misc|manager)(\.|-|\/)/;
  const files = ['packages', 'apps'].flatMap((folder) => globSync(`${folder}/*/src/**/*.{ts,tsx}`, { cwd: root }));
  for (const file of files) {
    if (forbidden.test(file)) faults.push(`${file} is named after nothing`);
    const importsLocales = /from '[./]*\/locales\//.test(readFileSync(path.join(root, file), 'utf8'));
    if (importsLocales && !file.startsWith('packages/contract/src/words/')) faults.push(`${file}: only the contract imports locales`);
  }
  for (const file of [...files, ...globSync('{e2e/**/*.ts,bench/**/*.ts,scripts/**/*.ts}', { cwd: root })]) {
    const lines = readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n');
    const [first = ''] = lines;
    const isExempt = /^\W*generated/i.test(first) || (/\.(test|spec)\.tsx?$/.test(file) && REASON.test(first));
    if (lines.length > MAX_LINES && !isExempt) faults.push(`${file} has ${lines.length} lines, more than ${MAX_LINES}`);
  }
  if (files.length === 0) faults.push('no file was looked at');
  return files.length;
}

/** Platform binaries and type packages, which no source file imports. */
const IMPLICIT_DEPENDENCIES = /^(@types\/|@suyuan\/|node-(bin-)?(linux|darwin|win))/;

/** Each dependency must be explained in a decision. */
function checkDependencies() {
  const read = (files: string[]) => files.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n');
  const decisions = read(globSync('docs/decisions/*.md', { cwd: root }));
  const isReasoned = (name: string) => decisions.includes(`\`${name}\``) || decisions.includes(`\`${name.split('/')[0]}/*\``);
  let count = 0;
  for (const manifest of ['package.json', ...globSync('{apps,packages}/*/package.json', { cwd: root })]) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read([manifest])) as Record<string, object>;
    for (const name of Object.keys({ ...dependencies, ...devDependencies }).filter(
      (dependency) => !IMPLICIT_DEPENDENCIES.test(dependency),
    )) {
      if (!isReasoned(name)) faults.push(`${manifest}: no decision says what ${name} is for`);
      count++;
    }
  }
  return count;
}

const counts = { planted: checkPlanted(), nouns: checkResourceFolders(), files: checkNames(), dependencies: checkDependencies() };
for (const leftover of readdirSync(path.join(root, 'apps/server/src/features')))
  if (leftover.startsWith('planted')) faults.push(`${leftover} was left behind`);
for (const fault of faults) console.error(`✗ ${fault}`);
console.log(
  `boundaries: ${counts.planted} planted violations caught, ${counts.nouns} nouns at their addresses, ${counts.files} files named, ${counts.dependencies} dependencies with a reason`,
);
process.exitCode = faults.length > 0 ? 1 : 0;
