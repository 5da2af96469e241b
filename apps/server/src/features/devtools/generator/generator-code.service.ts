import path from 'node:path';
import type { GenConflictWay, GenFile, GenFiles, GenTable, GenWritten } from '@suyuan/contract';
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as queries from './generator.queries.ts';
import * as catalog from './generator-catalog.queries.ts';
import { type Fence, fence } from './generator-folder.ts';
import { knownNouns } from './generator-known.ts';
import { merge, patchOf, unsettled } from './generator-merge.ts';
import { type GenModel, type GenSource, modelOf } from './generator-model.ts';
import { moduleFiles } from './template/module.ts';
import { AnchorLost, registrations } from './template/register.ts';
import { unmadeOf } from './template/test-file.ts';

/** Source folder of this server, used for previews if no other folder is configured. */
const HOUSE = path.resolve(import.meta.dirname, '../../../../../..');
const MIGRATIONS = 'apps/server/src/platform/db/migrations';

/** Generated output: the module's files, and existing files with registrations added. */
interface Made {
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
  const named = [...source.columns, ...(lines?.columns ?? [])].flatMap(({ facts }) => facts.ref?.table ?? []);
  return modelOf(source, lines, { known: knownNouns(), owners: await catalog.owners(ctx.db, named) });
}

/** Name of the module's migration: the existing one, or the next number. Another table's migration may have the same name. */
async function migrationOf(
  house: Fence,
  { noun, table }: GenModel,
  before: ReadonlyMap<string, string>,
  taken: ReadonlySet<string>,
): Promise<string> {
  const name = noun.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const index = (await house.read(`${MIGRATIONS}/index.ts`)) ?? '';
  const known = [...index.matchAll(/'(\d{4})-([a-z0-9-]+)'/g)].map(([, number = '', rest = '']) => ({ number, rest }));
  for (const { number, rest } of known) {
    const file = `${MIGRATIONS}/${number}-${rest}.ts`;
    if (rest !== name) continue;
    if (before.has(file) || (await house.read(file))?.includes(`create table if not exists ${table} (`)) return `${number}-${name}`;
  }
  const numbers = [...known.map(({ number }) => Number(number)), ...[...taken].map((each) => Number(each.slice(0, 4)))];
  return `${String(Math.max(0, ...numbers) + 1).padStart(4, '0')}-${name}`;
}

/** Refuses existing folders of a noun that is not a resource, because they contain handwritten code. @throws genNameTaken */
async function ensureFree(house: Fence, { domain, noun, plural }: GenModel) {
  const contract = await house.read(`packages/contract/src/${domain}/${noun}.ts`);
  const there = contract ?? (await house.read(`apps/server/src/features/${domain}/${noun}/${noun}.service.ts`));
  if (there !== undefined && !contract?.includes(`export const ${plural} = defineResource(`))
    throw new Problem('genNameTaken', { field: 'businessName', name: noun });
}

/**
 * Generates a module for the source in `house`.
 * @param told sources changed by other modules of the same call
 */
async function make(ctx: Pick<Context, 'db'>, table: GenTable, house: Fence, told: Map<string, string>, taken: Set<string>): Promise<Made> {
  const model = await modelFor(ctx, table);
  const before = await queries.outputsOf(ctx.db, table.tableId);
  if (before.size === 0) await ensureFree(house, model);
  const migration = await migrationOf(house, model, before, taken);
  taken.add(migration);
  const files: Made['files'] = [];
  for (const [file, code] of moduleFiles(model, migration)) {
    const disk = await house.read(file);
    // an existing migration may have been applied, so it is never rewritten
    files.push({ path: file, kind: 'file', code: file.startsWith(MIGRATIONS) && disk !== undefined ? disk : code, disk });
  }
  for (const { path: file, tell } of registrations(model, migration)) {
    const disk = await house.read(file);
    const source = told.get(file) ?? disk;
    const code = source === undefined ? null : telling(source, tell);
    if (code !== null) told.set(file, code);
    files.push({ path: file, kind: 'edit', code, disk });
  }
  return { model, files };
}

function telling(source: string, tell: (source: string) => string): string | null {
  try {
    return tell(source);
  } catch (error) {
    if (error instanceof AnchorLost) return null;
    throw error;
  }
}

/** Source to compare with: the configured folder, else the one of this server. */
const houseOf = ({ installation: { genRoot } }: Pick<Context, 'installation'>, table: GenTable) =>
  genRoot === undefined ? fence(HOUSE) : fence(genRoot, table.genPath);

const patchesOf = (files: Made['files']) =>
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
  const { files } = await make(ctx, table, await houseOf(ctx, table), new Map(), new Set());
  const own = files
    .flatMap(({ path: file, kind, code }) => (kind === 'file' && code !== null ? [{ file, code }] : []))
    .map(
      ({ file, code }, index) =>
        [index === 0 ? FIRST_TAB : `vm/${file.replace(/^(apps|packages)\//, '').replaceAll('/', '-')}.vm`, code] as const,
    );
  const patch = patchesOf(files);
  return Object.fromEntries([...own, ...(patch ? [['vm/register.patch.vm', patch] as const] : [])]);
}

/** Generated files, each compared with the file in the folder. @throws notFound */
export async function files(ctx: Context, id: number): Promise<GenFiles> {
  const table = orNotFound(await queries.find(ctx.db, id));
  const made = await make(ctx, table, await houseOf(ctx, table), new Map(), new Set());
  const before = await queries.outputsOf(ctx.db, id);
  const writes = ctx.installation.genRoot !== undefined;
  return { files: made.files.map((file) => standing(file, before.get(file.path), writes)), steps: stepsOf(ctx, made, !writes) };
}

function standing({ path: file, kind, code, disk }: Made['files'][number], base: string | undefined, writes: boolean): GenFile {
  const plain = { path: file, kind, code, disk: writes || kind === 'edit' ? (disk ?? null) : null, result: code, conflicts: [] };
  if (!writes) return { ...plain, state: null };
  if (code === null) return { ...plain, state: 'same', result: disk ?? null };
  if (disk === undefined) return { ...plain, state: 'absent' };
  if (disk === code) return { ...plain, state: 'same' };
  // an edit is based on the current file, so it always applies
  if (kind === 'edit' || disk === base) return { ...plain, state: 'stale' };
  // settle existing conflict marks first; another merge would hide them
  const left = unsettled(disk);
  if (left.length > 0) return { ...plain, result: disk, conflicts: left, state: 'conflict' };
  const { result, conflicts } = merge(base, disk, code);
  return { ...plain, result, conflicts, state: conflicts.length > 0 ? 'conflict' : 'merged' };
}

function stepsOf({ t }: Pick<Context, 't'>, { model, files: all }: Made, archived: boolean): string[] {
  const lost = all.filter(({ code }) => code === null).map(({ path: file }) => file);
  const test = all.find(({ path: file }) => file.endsWith('.test.ts'))?.path ?? '';
  return [
    ...(archived ? [t('tool.gen.step.patch')] : []),
    ...lost.map((file) => t('tool.gen.step.told', { file })),
    t('tool.gen.step.types'),
    t('tool.gen.step.tidy'),
    ...(model.owned ? [t('tool.gen.step.foreign', { noun: `${model.domain}/${model.noun}` })] : []),
    ...model.byHand.map((constraint) => t('tool.gen.step.key', { constraint })),
    ...unmadeOf(model).map((table) => t('tool.gen.step.record', { table })),
    t('tool.gen.step.test', { path: test }),
    t('tool.gen.step.restart'),
  ];
}

/** ZIP of the tables' modules, with one patch for existing files. @throws genTableUnknown */
export async function archive(ctx: Context, names: readonly string[]): Promise<Buffer> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  const tables = await namedAll(ctx, names);
  const told = new Map<string, string>();
  const taken = new Set<string>();
  const before = new Map<string, string>();
  const steps: string[] = [];
  const house = await fence(HOUSE);
  for (const table of tables) {
    const made = await make(ctx, table, house, told, taken);
    for (const { path: file, kind, code, disk } of made.files) {
      if (kind === 'edit') before.set(file, disk ?? '');
      else if (code !== null) await zip.add(file, new TextReader(code));
    }
    steps.push(...stepsOf(ctx, made, true));
  }
  const patch = [...told].map(([file, code]) => patchOf(file, before.get(file) ?? '', code)).join('');
  if (patch) await zip.add('register.patch', new TextReader(patch));
  await zip.add('STEPS.txt', new TextReader(`${[...new Set(steps)].join('\n')}\n`));
  await queries.noteMade(
    ctx.db,
    tables.map(({ tableId }) => tableId),
  );
  return Buffer.from(await zip.close());
}

async function namedAll({ db }: Context, names: readonly string[]): Promise<GenTable[]> {
  const tables = await queries.findNamed(db, names);
  const missing = names.find((name) => !tables.some(({ tableName }) => tableName === name));
  if (missing !== undefined) throw new Problem('genTableUnknown', { field: 'tables', tableName: missing });
  return tables;
}

/**
 * Writes a module into the configured folder. Manual changes are merged; `way` decides about conflicts.
 * @throws genTableUnknown, genWritingOff, genPathOutside
 */
export async function write(ctx: Context, tableName: string, way: GenConflictWay): Promise<GenWritten> {
  const { db, installation } = ctx;
  const [table] = await namedAll(ctx, [tableName]);
  if (installation.genRoot === undefined) throw new Problem('genWritingOff');
  const { tableId, genPath } = orNotFound(table);
  await queries.takeTurn(db);
  await queries.lock(db, tableId);
  const house = await fence(installation.genRoot, genPath);
  const made = await make(ctx, orNotFound(table), house, new Map(), new Set());
  const before = await queries.outputsOf(db, tableId);
  const written: GenWritten['files'] = [];
  for (const file of made.files) {
    const { state, code, result, conflicts } = standing(file, before.get(file.path), true);
    if (code === null) continue;
    // existing conflict marks are not marked again
    const conflict = way === 'mark' && result === file.disk ? 'kept' : outcomes[way];
    const outcome = ({ absent: 'written', same: 'same', stale: 'written', merged: 'merged', conflict } as const)[state ?? 'same'];
    const text = outcome === 'replaced' ? code : result;
    if (outcome !== 'same' && outcome !== 'kept' && text !== null) await house.write(file.path, text);
    if (file.kind === 'file' && outcome !== 'kept') await queries.keepOutput(db, tableId, file.path, code);
    written.push({ path: file.path, outcome, conflicts: conflicts.length });
  }
  await queries.noteMade(db, [tableId]);
  return { path: genPath, files: written, steps: stepsOf(ctx, made, false) };
}

const outcomes = { keep: 'kept', mark: 'marked', replace: 'replaced' } as const;
