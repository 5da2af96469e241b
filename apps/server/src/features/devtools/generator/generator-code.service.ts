import path from 'node:path';
import type { GenConflictWay, GenFile, GenFiles, GenTable, GenWriteResult } from '@suyuan/contract';
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as queries from './generator.queries.ts';
import * as catalog from './generator-catalog.queries.ts';
import { findConflictMarks, merge, patchOf } from './generator-merge.ts';
import { type GenModel, type GenSource, modelOf } from './generator-model.ts';
import { listResources } from './generator-names.ts';
import { type RestrictedFolder, restrictToFolder } from './restricted-folder.ts';
import { moduleFiles } from './template/module.ts';
import { AnchorNotFound, registrations } from './template/registrations.ts';
import { tablesWithoutFactory } from './template/test-file.ts';

/** Source folder of this server, used for previews if no other folder is configured. */
const SERVER_SOURCE = path.resolve(import.meta.dirname, '../../../../../..');
const MIGRATIONS = 'apps/server/src/platform/db/migrations';

/** Generated output: the module's files, and existing files with registrations added. */
interface GeneratedModule {
  model: GenModel;
  files: { path: string; kind: GenFile['kind']; code: string | null; disk: string | undefined }[];
}

async function sourceOf({ db }: Pick<Context, 'db'>, table: GenTable): Promise<GenSource> {
  const { uses } = await queries.factsOf(db, table.tableId);
  const [columns, keys] = [await queries.columnsOf(db, [table.tableId]), await catalog.keys(db, [table.tableName])];
  return { table, uses: uses ?? [], keys, columns };
}

/** @throws the errors of `modelOf` */
async function modelFor(ctx: Pick<Context, 'db'>, table: GenTable): Promise<GenModel> {
  const [sub] = table.tplCategory === 'sub' && table.subTableName ? await queries.findNamed(ctx.db, [table.subTableName]) : [];
  const [source, lines] = [await sourceOf(ctx, table), sub && (await sourceOf(ctx, sub))];
  const referencedTables = [...source.columns, ...(lines?.columns ?? [])].flatMap(({ facts }) => facts.ref?.table ?? []);
  return modelOf(source, lines, { resources: listResources(), owners: await catalog.owners(ctx.db, referencedTables) });
}

/** Name of the module's migration: the existing one, or the next number. Another table's migration may have the same name. */
async function migrationOf(
  sourceFolder: RestrictedFolder,
  { noun, table }: GenModel,
  before: ReadonlyMap<string, string>,
  usedMigrations: ReadonlySet<string>,
): Promise<string> {
  const name = noun.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const index = (await sourceFolder.read(`${MIGRATIONS}/index.ts`)) ?? '';
  const migrations = [...index.matchAll(/'(\d{4})-([a-z0-9-]+)'/g)].map(([, number = '', rest = '']) => ({ number, rest }));
  for (const { number, rest } of migrations) {
    const file = `${MIGRATIONS}/${number}-${rest}.ts`;
    if (rest !== name) continue;
    if (before.has(file) || (await sourceFolder.read(file))?.includes(`create table if not exists ${table} (`)) return `${number}-${name}`;
  }
  const numbers = [...migrations.map(({ number }) => Number(number)), ...[...usedMigrations].map((each) => Number(each.slice(0, 4)))];
  return `${String(Math.max(0, ...numbers) + 1).padStart(4, '0')}-${name}`;
}

/** Refuses existing folders of a noun that is not a resource, because they contain handwritten code. @throws genNameTaken */
async function ensureFree(sourceFolder: RestrictedFolder, { domain, noun, plural }: GenModel) {
  const contract = await sourceFolder.read(`packages/contract/src/${domain}/${noun}.ts`);
  const existing = contract ?? (await sourceFolder.read(`apps/server/src/features/${domain}/${noun}/${noun}.service.ts`));
  if (existing !== undefined && !contract?.includes(`export const ${plural} = defineResource(`))
    throw new Problem('genNameTaken', { field: 'businessName', name: noun });
}

/**
 * Generates a module for the source in `sourceFolder`.
 * @param changedSources sources changed by other modules of the same call
 */
async function generateModule(
  ctx: Pick<Context, 'db'>,
  table: GenTable,
  sourceFolder: RestrictedFolder,
  changedSources: Map<string, string>,
  usedMigrations: Set<string>,
): Promise<GeneratedModule> {
  const model = await modelFor(ctx, table);
  const before = await queries.outputsOf(ctx.db, table.tableId);
  if (before.size === 0) await ensureFree(sourceFolder, model);
  const migration = await migrationOf(sourceFolder, model, before, usedMigrations);
  usedMigrations.add(migration);
  const files: GeneratedModule['files'] = [];
  for (const [file, code] of moduleFiles(model, migration)) {
    const disk = await sourceFolder.read(file);
    // an existing migration may have been applied, so it is never rewritten
    files.push({ path: file, kind: 'file', code: file.startsWith(MIGRATIONS) && disk !== undefined ? disk : code, disk });
  }
  for (const { path: file, apply } of registrations(model, migration)) {
    const disk = await sourceFolder.read(file);
    const source = changedSources.get(file) ?? disk;
    const code = source === undefined ? null : applyEdit(source, apply);
    if (code !== null) changedSources.set(file, code);
    files.push({ path: file, kind: 'edit', code, disk });
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

/** Source to compare with: the configured folder, else the one of this server. */
const openSourceFolder = ({ installation: { genRoot } }: Pick<Context, 'installation'>, table: GenTable) =>
  genRoot === undefined ? restrictToFolder(SERVER_SOURCE) : restrictToFolder(genRoot, table.genPath);

const patchesOf = (files: GeneratedModule['files']) =>
  files.map(({ path: file, kind, code, disk }) => (kind === 'edit' && code !== null ? patchOf(file, disk ?? '', code) : '')).join('');

/** File that RuoYi clients select when a preview opens. */
const FIRST_TAB = 'vm/domain.java.vm';

/**
 * RuoYi's preview: text by a key that ends with `.vm` and whose last segment is the tab name. The segment contains the whole path, because
 * several files share a name. The first file has the name that these clients select.
 * @throws notFound
 */
export async function preview(ctx: Context, id: number): Promise<Record<string, string>> {
  const table = orNotFound(await queries.find(ctx.db, id));
  const { files } = await generateModule(ctx, table, await openSourceFolder(ctx, table), new Map(), new Set());
  const tabs = files
    .flatMap(({ path: file, kind, code }) => (kind === 'file' && code !== null ? [{ file, code }] : []))
    .map(
      ({ file, code }, index) =>
        [index === 0 ? FIRST_TAB : `vm/${file.replace(/^(apps|packages)\//, '').replaceAll('/', '-')}.vm`, code] as const,
    );
  const patch = patchesOf(files);
  return Object.fromEntries([...tabs, ...(patch ? [['vm/register.patch.vm', patch] as const] : [])]);
}

/** Generated files, each compared with the file in the folder. @throws notFound */
export async function files(ctx: Context, id: number): Promise<GenFiles> {
  const table = orNotFound(await queries.find(ctx.db, id));
  const module = await generateModule(ctx, table, await openSourceFolder(ctx, table), new Map(), new Set());
  const before = await queries.outputsOf(ctx.db, id);
  const writes = ctx.installation.genRoot !== undefined;
  return { files: module.files.map((file) => compareWithDisk(file, before.get(file.path), writes)), steps: stepsOf(ctx, module, !writes) };
}

function compareWithDisk(
  { path: file, kind, code, disk }: GeneratedModule['files'][number],
  base: string | undefined,
  writes: boolean,
): GenFile {
  const common = { path: file, kind, code, disk: writes || kind === 'edit' ? (disk ?? null) : null, result: code, conflicts: [] };
  if (!writes) return { ...common, state: null };
  if (code === null) return { ...common, state: 'same', result: disk ?? null };
  if (disk === undefined) return { ...common, state: 'absent' };
  if (disk === code) return { ...common, state: 'same' };
  // an edit is based on the current file, so it always applies
  if (kind === 'edit' || disk === base) return { ...common, state: 'stale' };
  // settle existing conflict marks first; another merge would hide them
  const conflictMarks = findConflictMarks(disk);
  if (conflictMarks.length > 0) return { ...common, result: disk, conflicts: conflictMarks, state: 'conflict' };
  const { result, conflicts } = merge(base, disk, code);
  return { ...common, result, conflicts, state: conflicts.length > 0 ? 'conflict' : 'merged' };
}

function stepsOf({ t }: Pick<Context, 't'>, { model, files: all }: GeneratedModule, isArchive: boolean): string[] {
  const unregistered = all.filter(({ code }) => code === null).map(({ path: file }) => file);
  const test = all.find(({ path: file }) => file.endsWith('.test.ts'))?.path ?? '';
  return [
    ...(isArchive ? [t('tool.gen.step.patch')] : []),
    ...unregistered.map((file) => t('tool.gen.step.told', { file })),
    t('tool.gen.step.types'),
    t('tool.gen.step.tidy'),
    ...(model.owned ? [t('tool.gen.step.foreign', { noun: `${model.domain}/${model.noun}` })] : []),
    ...model.manualConstraints.map((constraint) => t('tool.gen.step.key', { constraint })),
    ...tablesWithoutFactory(model).map((table) => t('tool.gen.step.record', { table })),
    t('tool.gen.step.test', { path: test }),
    t('tool.gen.step.restart'),
  ];
}

/** ZIP of the tables' modules, with one patch for existing files. @throws genTableUnknown */
export async function archive(ctx: Context, names: readonly string[]): Promise<Buffer> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  const tables = await readTables(ctx, names);
  const changedSources = new Map<string, string>();
  const usedMigrations = new Set<string>();
  const before = new Map<string, string>();
  const steps: string[] = [];
  const sourceFolder = await restrictToFolder(SERVER_SOURCE);
  for (const table of tables) {
    const module = await generateModule(ctx, table, sourceFolder, changedSources, usedMigrations);
    for (const { path: file, kind, code, disk } of module.files) {
      if (kind === 'edit') before.set(file, disk ?? '');
      else if (code !== null) await zip.add(file, new TextReader(code));
    }
    steps.push(...stepsOf(ctx, module, true));
  }
  const patch = [...changedSources].map(([file, code]) => patchOf(file, before.get(file) ?? '', code)).join('');
  if (patch) await zip.add('register.patch', new TextReader(patch));
  await zip.add('STEPS.txt', new TextReader(`${[...new Set(steps)].join('\n')}\n`));
  await queries.recordGeneration(
    ctx.db,
    tables.map(({ tableId }) => tableId),
  );
  return Buffer.from(await zip.close());
}

async function readTables({ db }: Context, names: readonly string[]): Promise<GenTable[]> {
  const tables = await queries.findNamed(db, names);
  const missing = names.find((name) => !tables.some(({ tableName }) => tableName === name));
  if (missing !== undefined) throw new Problem('genTableUnknown', { field: 'tables', tableName: missing });
  return tables;
}

/**
 * Writes a module into the configured folder. Manual changes are merged; `conflictPolicy` decides about conflicts.
 * @throws genTableUnknown, genWritingOff, genPathOutside
 */
export async function write(ctx: Context, tableName: string, conflictPolicy: GenConflictWay): Promise<GenWriteResult> {
  const { db, installation } = ctx;
  const [table] = await readTables(ctx, [tableName]);
  if (installation.genRoot === undefined) throw new Problem('genWritingOff');
  const { tableId, genPath } = orNotFound(table);
  await queries.lockGenerator(db);
  await queries.lock(db, tableId);
  const sourceFolder = await restrictToFolder(installation.genRoot, genPath);
  const module = await generateModule(ctx, orNotFound(table), sourceFolder, new Map(), new Set());
  const before = await queries.outputsOf(db, tableId);
  const results: GenWriteResult['files'] = [];
  for (const file of module.files) {
    const { state, code, result, conflicts } = compareWithDisk(file, before.get(file.path), true);
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

const conflictOutcomes = { keep: 'kept', mark: 'marked', replace: 'replaced' } as const;
