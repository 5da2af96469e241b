import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const repository = path.join(import.meta.dirname, '../../../..');
/** 1.0.0, whose schema is the baseline. */
const RELEASE_BEFORE = 'd10e9b96ad7e483ecff2331ac3b3830664d28ff7';
const mainOf = (tree: string) => path.join(tree, 'apps/server/src/boot/main.ts');

export interface Releases {
  /** Program files. */
  before: string;
  after: string;
  about: string;
  remove(): void;
}

/**
 * The release before and this one. A checkout without the history takes this one as the release before, and a copy of it with another
 * migration as the one after.
 */
export function openReleases(): Releases {
  const folder = mkdtempSync(path.join(tmpdir(), 'suyuan-release-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const archive = execFileSync('git', ['archive', RELEASE_BEFORE, 'apps', 'packages', 'locales', 'reference-data', 'package.json'], {
      cwd: repository,
      maxBuffer: 2 ** 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    linkModules(folder);
    return { before: mainOf(folder), after: mainOf(repository), about: `from ${RELEASE_BEFORE.slice(0, 8)} to this tree`, remove };
  } catch {
    copyWithMigration(folder);
    return { before: mainOf(repository), after: mainOf(folder), about: 'from this tree to this tree with another migration', remove };
  }
}

function copyWithMigration(folder: string) {
  const filter = (source: string) => !/node_modules|[/\\]dist$/.test(path.relative(repository, source));
  for (const part of ['apps', 'packages', 'locales', 'reference-data', 'package.json'])
    cpSync(path.join(repository, part), path.join(folder, part), { recursive: true, filter });
  linkModules(folder);
  const migrations = path.join(folder, 'apps/server/src/platform/db/migrations');
  writeFileSync(
    path.join(migrations, '9001-test.ts'),
    `import { sql } from 'kysely';
import { createIndex } from '../migration-steps.ts';
export const up = (db) => sql\`alter table scan add column note text\`.execute(db);
export const steps = [createIndex('scan_note_idx', 'scan', '(note) where note is not null')];
`,
  );
  appendFileSync(path.join(migrations, 'index.ts'), "\nmigrations['9001-test'] = await import('./9001-test.ts') as never;\n");
}

/** The packages of this repository, except its own ones, which are of the tree. */
function linkModules(folder: string) {
  const [from, to] = [path.join(repository, 'node_modules'), path.join(folder, 'node_modules')];
  mkdirSync(path.join(to, '@suyuan'), { recursive: true });
  for (const name of readdirSync(from)) if (name !== '@suyuan') symlinkSync(path.join(from, name), path.join(to, name));
  for (const kind of ['apps', 'packages'])
    for (const name of readdirSync(path.join(folder, kind))) symlinkSync(path.join(folder, kind, name), path.join(to, '@suyuan', name));
}
