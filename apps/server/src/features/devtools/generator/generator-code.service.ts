import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GenConflictWay, GenFile, GenFiles, GenTable, GenWriteResult } from '@suyuan/contract';
import { type Caller, snakeCase } from '../../../platform/db/record-table.ts';
import { lockVersion } from '../../../platform/db/revision.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as queries from './generator.queries.ts';
import * as catalog from './generator-catalog.queries.ts';
import { findConflictMarks, merge, patchOf } from './generator-merge.ts';
import { type GenModel, type GenSource, modelOf } from './generator-model.ts';
import { allNamed, listResources } from './generator-names.ts';
import { type RestrictedFolder, restrictToFolder } from './restricted-folder.ts';
import { moduleFiles } from './template/module.ts';
import { AnchorNotFound, registrations } from './template/registrations.ts';
import { tablesWithoutFactory } from './template/test-file.ts';

const MIGRATIONS = 'apps/server/src/platform/db/migrations';

/** Root of this server's source. */
const SERVER_SOURCE = path.resolve(import.meta.dirname, '../../../../../..');
/** A development dependency, which `npm start` alone does not install. */
const BIOME = path.join(SERVER_SOURCE, 'node_modules/@biomejs/biome/bin/biome');

/** Formats sources by path and sorts their imports, as `npx biome check --write` does. Without Biome they stay unchanged. */
export async function formatSources(sources: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  if (!existsSync(BIOME)) return sources;
  const folder = await mkdtemp(path.join(tmpdir(), 'suyuan-format-'));
  try {
    const config = JSON.parse(await readFile(path.join(SERVER_SOURCE, 'biome.json'), 'utf8'));
    const ownConfig = { ...config, vcs: { enabled: false }, linter: { enabled: false }, overrides: [] };
    await writeFile(path.join(folder, 'biome.json'), JSON.stringify(ownConfig));
    for (const [file, text] of sources) {
      await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    }
    // files with syntax errors stay unchanged
    await new Promise((done) => {
      spawn(process.execPath, [BIOME, 'check', '--write'], { cwd: folder, stdio: 'ignore' }).once('error', done).once('close', done);
    });
    const formatted = [...sources.keys()].map(async (file) => [file, await readFile(path.join(folder, file), 'utf8')] as const);
    return new Map(await Promise.all(formatted));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface GeneratedFile extends Pick<GenFile, 'path' | 'kind' | 'code'> {
  /** Content in the folder; undefined if there is no such file. */
  disk: string | undefined;
  /** Last output; undefined if there is none. */
  base: string | undefined;
}

/** Generated output: the module's files, and existing files with registrations added. */
interface GeneratedModule {
  model: GenModel;
  files: GeneratedFile[];
}

async function sourceOf({ db }: Caller, table: GenTable): Promise<GenSource> {
  const { uses = [] } = await queries.factsOf(db, table.tableId);
  return { table, uses, keys: await catalog.keys(db, table.tableName), columns: await queries.columnsOf(db, [table.tableId]) };
}

/** @throws the errors of `modelOf` */
async function modelFor(ctx: Caller, table: GenTable): Promise<GenModel> {
  const [sub] = table.tplCategory === 'sub' && table.subTableName ? await queries.findNamed(ctx, [table.subTableName]) : [];
  const [source, lines] = [await sourceOf(ctx, table), sub && (await sourceOf(ctx, sub))];
  const referencedTables = [...source.columns, ...(lines?.columns ?? [])].flatMap(({ facts }) => facts.ref?.table ?? []);
  return modelOf(source, lines, { resources: listResources(), owners: await catalog.owners(ctx.db, referencedTables) });
}

/** Name of the module's migration: the existing one, or the next number. Another table's migration may have the same name. */
async function migrationOf(
  sourceFolder: RestrictedFolder,
  { noun, table }: GenModel,
  before: ReadonlyMap<string, string>,
  index: string,
): Promise<string> {
  const name = snakeCase(noun).replaceAll('_', '-');
  const migrations = [...index.matchAll(/'(\d{4}-[a-z0-9-]+)'/g)].map(([, migration = '']) => migration);
  for (const migration of migrations.filter((each) => each.slice(5) === name)) {
    const file = `${MIGRATIONS}/${migration}.ts`;
    if (before.has(file) || (await sourceFolder.read(file))?.includes(`create table if not exists ${table} (`)) return migration;
  }
  const last = Math.max(0, ...migrations.map((each) => Number(each.slice(0, 4))));
  return `${String(last + 1).padStart(4, '0')}-${name}`;
}

/** Refuses existing folders of a noun that is not a resource, because they contain handwritten code. @throws genNameTaken */
async function ensureFree(sourceFolder: RestrictedFolder, { domain, noun, plural }: GenModel) {
  const contract = await sourceFolder.read(`packages/contract/src/${domain}/${noun}.ts`);
  const existing = contract ?? (await sourceFolder.read(`apps/server/src/features/${domain}/${noun}/${noun}.service.ts`));
  if (existing !== undefined && !contract?.includes(`export const ${plural} = defineResource(`))
    throw new Problem('genNameTaken', { field: 'businessName', name: noun });
}

/** @param changedSources existing files as the modules of the same call have changed them; this one adds its changes */
async function generateModule(
  caller: Caller,
  table: GenTable,
  sourceFolder: RestrictedFolder,
  changedSources = new Map<string, string>(),
): Promise<GeneratedModule> {
  const model = await modelFor(caller, table);
  const before = await queries.outputsOf(caller.db, table.tableId);
  if (before.size === 0) await ensureFree(sourceFolder, model);
  const index = `${MIGRATIONS}/index.ts`;
  const migration = await migrationOf(sourceFolder, model, before, changedSources.get(index) ?? (await sourceFolder.read(index)) ?? '');
  const files: GeneratedFile[] = [];
  for (const [file, code] of moduleFiles(model, migration))
    files.push({ path: file, kind: 'file', code, disk: await sourceFolder.read(file), base: before.get(file) });
  for (const { path: file, apply } of registrations(model, migration)) {
    const disk = await sourceFolder.read(file);
    const source = changedSources.get(file) ?? disk;
    files.push({ path: file, kind: 'edit', code: source === undefined ? null : applyEdit(source, apply), disk, base: undefined });
  }
  const formatted = await formatSources(new Map(files.flatMap(({ path: file, code }) => (code === null ? [] : [[file, code]]))));
  for (const file of files) {
    if (file.code === null) continue;
    // an existing migration may have been applied, so it is never rewritten
    const applied = file.path === `${MIGRATIONS}/${migration}.ts` ? file.disk : undefined;
    file.code = applied ?? formatted.get(file.path) ?? file.code;
    if (file.kind === 'edit') changedSources.set(file.path, file.code);
  }
  return { model, files };
}

function applyEdit(source: string, apply: (source: string) => string): string | null {
  try {
    return apply(source);
  } catch (error) {
    if (error instanceof AnchorNotFound) return null;
    throw error;
  }
}

/** The table's module, compared with the configured folder, else with the source of this server. @throws notFound */
async function moduleOf(ctx: Context, id: number) {
  const { genRoot } = ctx.installation;
  const table = orNotFound(await queries.tables.find(ctx, id));
  return generateModule(ctx, table, await restrictToFolder(genRoot ?? SERVER_SOURCE, genRoot === undefined ? '/' : table.genPath));
}

/**
 * RuoYi's preview: text by a key that ends with `.vm` and whose last segment is the tab name. The segment contains the whole path, because
 * several files share a name. The first file has the name that these clients select.
 * @throws notFound
 */
export async function preview(ctx: Context, id: number): Promise<Record<string, string>> {
  const { files } = await moduleOf(ctx, id);
  const name = (file: string, at: number) =>
    at === 0 ? 'vm/domain.java.vm' : `vm/${file.replace(/^(apps|packages)\//, '').replaceAll('/', '-')}.vm`;
  const tabs = files.flatMap(({ path: file, kind, code }, at) => (kind === 'file' && code !== null ? [[name(file, at), code]] : []));
  const patch = files
    .map(({ path: file, kind, code, disk }) => (kind === 'edit' && code !== null ? patchOf(file, disk ?? '', code) : ''))
    .join('');
  return Object.fromEntries([...tabs, ...(patch ? [['vm/register.patch.vm', patch]] : [])]);
}

/** Generated files, each compared with the file in the folder. @throws notFound */
export async function files(ctx: Context, id: number): Promise<GenFiles> {
  const module = await moduleOf(ctx, id);
  const writes = ctx.installation.genRoot !== undefined;
  return { files: module.files.map((file) => compareWithDisk(file, writes)), steps: stepsOf(ctx, module, !writes) };
}

function compareWithDisk({ path: file, kind, code, disk, base }: GeneratedFile, writes: boolean): GenFile {
  const common = { path: file, kind, code, disk: writes || kind === 'edit' ? (disk ?? null) : null, result: code, conflicts: [] };
  if (!writes) return { ...common, state: null };
  if (code === null) return { ...common, state: 'same', result: disk ?? null };
  if (disk === undefined) return { ...common, state: 'absent' };
  if (disk === code) return { ...common, state: 'same' };
  // an edit is based on the current file, so it always applies
  if (kind === 'edit' || disk === base) return { ...common, state: 'stale' };
  // settle existing conflict marks first; another merge would hide them
  const marks = findConflictMarks(disk);
  const { result, conflicts } = marks.length > 0 ? { result: disk, conflicts: marks } : merge(base, disk, code);
  return { ...common, result, conflicts, state: conflicts.length > 0 ? 'conflict' : 'merged' };
}

const stepsOf = ({ t }: Pick<Context, 't'>, { model, files: all }: GeneratedModule, isArchive: boolean): string[] => [
  ...(isArchive ? [t('tool.gen.step.patch')] : []),
  ...all.flatMap(({ code, path: file }) => (code === null ? [t('tool.gen.step.manual', { file })] : [])),
  t('tool.gen.step.types'),
  t('tool.gen.step.tidy'),
  ...(model.owned ? [t('tool.gen.step.foreign', { noun: `${model.domain}/${model.noun}` })] : []),
  ...model.manualConstraints.map((constraint) => t('tool.gen.step.key', { constraint })),
  ...tablesWithoutFactory(model).map((table) => t('tool.gen.step.record', { table })),
  t('tool.gen.step.test', { path: all.find(({ path: file }) => file.endsWith('.test.ts'))?.path ?? '' }),
  t('tool.gen.step.restart'),
];

/** ZIP of the tables' modules, with one patch for existing files. @throws genTableUnknown */
export async function archive(ctx: Context, names: readonly string[]): Promise<Buffer> {
  const { TextReader, Uint8ArrayWriter, ZipWriter } = await import('@zip.js/zip.js');
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  const tables = allNamed(await queries.findNamed(ctx, names), names);
  const [changedSources, before, steps] = [new Map<string, string>(), new Map<string, string>(), new Set<string>()];
  const sourceFolder = await restrictToFolder(SERVER_SOURCE);
  for (const table of tables) {
    const module = await generateModule(ctx, table, sourceFolder, changedSources);
    for (const { path: file, kind, code, disk } of module.files) {
      if (kind === 'edit') before.set(file, disk ?? '');
      else if (code !== null) await zip.add(file, new TextReader(code));
    }
    for (const step of stepsOf(ctx, module, true)) steps.add(step);
  }
  const patch = [...changedSources].map(([file, code]) => patchOf(file, before.get(file) ?? '', code)).join('');
  if (patch) await zip.add('register.patch', new TextReader(patch));
  await zip.add('STEPS.txt', new TextReader(`${[...steps].join('\n')}\n`));
  const ids = tables.map(({ tableId }) => tableId);
  await queries.recordGeneration(ctx.db, ids);
  return Buffer.from(await zip.close());
}

const conflictOutcomes = { keep: 'kept', mark: 'marked', replace: 'replaced' } as const;

/**
 * Writes a module into the configured folder. Manual changes are merged; `conflictPolicy` decides about conflicts.
 * @throws genTableUnknown, genWritingOff, genPathOutside
 */
export async function write(ctx: Context, tableName: string, conflictPolicy: GenConflictWay): Promise<GenWriteResult> {
  const { db, installation } = ctx;
  const table = orNotFound(allNamed(await queries.findNamed(ctx, [tableName]), [tableName])[0]);
  if (installation.genRoot === undefined) throw new Problem('genWritingOff');
  const { tableId, genPath } = table;
  await queries.lockGenerator(db);
  await lockVersion(db, 'genTable', 'tableId', tableId);
  const sourceFolder = await restrictToFolder(installation.genRoot, genPath);
  const module = await generateModule(ctx, table, sourceFolder);
  const results: GenWriteResult['files'] = [];
  for (const file of module.files) {
    const { state, code, result, conflicts } = compareWithDisk(file, true);
    if (code === null) continue;
    // existing conflict marks are not marked again
    const conflict = conflictPolicy === 'mark' && result === file.disk ? 'kept' : conflictOutcomes[conflictPolicy];
    const outcome = ({ absent: 'written', same: 'same', stale: 'written', merged: 'merged', conflict } as const)[state ?? 'same'];
    const text = outcome === 'replaced' ? code : result;
    if (outcome !== 'same' && outcome !== 'kept' && text !== null) await sourceFolder.write(file.path, text);
    if (file.kind === 'file' && outcome !== 'kept') await queries.storeOutput(db, tableId, file.path, code);
    results.push({ path: file.path, outcome, conflicts: conflicts.length });
  }
  await queries.recordGeneration(db, [tableId]);
  return { path: genPath, files: results, steps: stepsOf(ctx, module, false) };
}
