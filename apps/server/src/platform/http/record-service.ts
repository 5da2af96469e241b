import type { ChangesOf, InputOf, ProblemName, QueryOf, RecordOf, ResourceSpec } from '@suyuan/contract';
import { mapConstraintErrors } from '../db/database-errors.ts';
import type { SeedName } from '../db/page.ts';
import { type Caller, hasHidden, mapUniqueErrors, type OwnedTable, type RecordTable, snakeCase, type Values } from '../db/record-table.ts';
import { orStale } from '../db/revision.ts';
import { safeHtml } from '../html/safe-html.ts';
import { allFound, orNotFound, Problem } from '../problem.ts';
import type { Context } from './context.ts';

/** Constraints with their problem, and its parameters. */
type ErrorRule = readonly [constraints: Record<string, ProblemName>, params: Record<string, unknown>];

/** Maps violations by the first rule that names their constraint. */
export const mapEachError = <T>(rules: readonly ErrorRule[], write: Promise<T>): Promise<T> =>
  rules.reduce((result, [constraints, params]) => mapConstraintErrors(constraints, params, result), write);

/** Unique keys with their problem and field, besides the declared ones. */
type KeyRules = readonly (readonly [constraints: Record<string, ProblemName>, field?: string])[];
/** Foreign keys by field. */
type References = Record<string, { constraint: string; owner?: OwnedTable }>;

/** Requires references to be in scope. @throws referenceNotFound */
async function assertVisible(caller: Caller, table: OwnedTable, ids: readonly unknown[], params: Values) {
  if (ids.length > 0 && (await hasHidden(caller, table, ids))) throw new Problem('referenceNotFound', params);
}

interface ServiceOptions {
  /** Of lists without a requested order. */
  orderBy?: string;
  /** Names that readers see in their language. */
  seeds?: (ctx: Context) => readonly SeedName[];
  errors?: KeyRules;
  references?: References;
  /** Of lines. Their problems name the field with the lines, because the database does not report the line. */
  lines?: { errors?: KeyRules; references?: References };
  /** Foreign keys of other records that prevent removal. */
  used?: Record<string, ProblemName>;
  /** Fields with HTML, which is sanitised before storage. */
  html?: readonly string[];
  /** Fields that an operation does not set. */
  ignored?: { add?: readonly string[]; edit?: readonly string[] };
  /** Problem of a tree whose branch would move into itself. */
  belowItself?: ProblemName;
}

/** List, reading and writing of records that need no other rules. */
export function recordService<S extends ResourceSpec>(records: RecordTable<S, Context>, options: ServiceOptions = {}) {
  const { of, table, parent, lines } = records;
  const { orderBy, seeds = () => [], errors = [], references = {}, used = {}, html = [], ignored = {}, belowItself } = options;
  const paramsOf = (name: string) => ({ field: name, title: of.word(name) });

  const mapErrors = <T>(values: Values, write: Promise<T>) =>
    mapEachError(
      [
        ...errors.map(([constraints, field]): ErrorRule => [constraints, field ? { field, [field]: values[field] } : {}]),
        ...Object.entries(references).map(([name, { constraint }]): ErrorRule => [{ [constraint]: 'referenceNotFound' }, paramsOf(name)]),
      ],
      mapUniqueErrors(of, snakeCase(table), values, write),
    );

  const prepare = (values: Values, without: readonly string[] = []) =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([name]) => !without.includes(name))
        .map(([name, value]) => [name, value && html.includes(name) ? safeHtml(String(value)) : value]),
    );

  /** New references and parents must exist and be visible. */
  async function validateReferences(caller: Context, values: Values, id?: number) {
    const owners = Object.entries(references).filter(([name, { owner }]) => owner && values[name]);
    const before: Values = id !== undefined && owners.length > 0 ? orNotFound(await records.find(caller, id)) : {};
    for (const [name, { owner }] of owners)
      if (owner && values[name] !== before[name]) await assertVisible(caller, owner, [values[name] as number], paramsOf(name));
    if (!parent) return;
    await records.lockTree(caller);
    const above = values[parent] as number | undefined;
    if (!above) return;
    if (!(await records.find(caller, above))) throw new Problem('referenceNotFound', paramsOf(parent));
    if (belowItself && id !== undefined && (await records.isWithin(caller, above, id))) throw new Problem(belowItself, { field: parent });
  }

  async function writeLines(caller: Caller, id: number, rows: readonly Values[]) {
    const { errors: lineErrors = [], references: lineReferences = {} } = options.lines ?? {};
    const field = lines?.field ?? '';
    const paramsOfLine = (name: string) => ({ field, title: of.word(`line.${name}`) });
    const before = await records.linesOf(caller, id);
    for (const [name, { owner }] of Object.entries(lineReferences)) {
      const existing = new Set(before.map((row) => row[name]));
      const added = rows.map((row) => row[name]).filter((value) => value && !existing.has(value));
      if (owner) await assertVisible(caller, owner, added, paramsOfLine(name));
    }
    const keyRules = lineErrors.map(([constraints]): ErrorRule => [constraints, { field }]);
    const foreign = Object.entries(lineReferences).map(
      ([name, { constraint }]): ErrorRule => [{ [constraint]: 'referenceNotFound' }, paramsOfLine(name)],
    );
    await mapEachError([...keyRules, ...foreign], records.replaceLines(caller, id, rows));
  }

  /** The fields of the record, and its lines. */
  const divide = (values: Values): [Values, Values[] | undefined] => {
    const { [lines?.field ?? '']: rows, ...rest } = values;
    return [rest, rows as Values[] | undefined];
  };

  return {
    table,
    lockTree: async (caller: Context) => parent && records.lockTree(caller),

    list: (caller: Context, { paging, ...filters }: QueryOf<S>) =>
      records.list(caller, { ...filters, paging: { ...paging, orderBy: paging.orderBy ?? orderBy } } as QueryOf<S>, seeds(caller)),

    /** @throws notFound */
    read: async (caller: Context, id: number): Promise<RecordOf<S>> => {
      const record = orNotFound(await records.find(caller, id));
      return lines ? { ...record, [lines.field]: await records.linesOf(caller, id) } : record;
    },

    /** Belongs to the department of the actor. @throws the problems of unique fields, referenceNotFound */
    add: async (ctx: Context, { version: _, ...input }: InputOf<S> & { version?: unknown }): Promise<number> => {
      const [row, rows = []] = divide(prepare(input, ignored.add));
      await validateReferences(ctx, row);
      const id = await mapErrors(row, records.insert(ctx, row));
      if (lines) await writeLines(ctx, id, rows);
      return id;
    },

    /** Lines are replaced if there are any in `changes`. @throws notFound, recordStale, the problems of unique fields, referenceNotFound */
    edit: async (ctx: Context, id: number, changes: ChangesOf<S>): Promise<void> => {
      const [values, rows] = divide(prepare(changes, ignored.edit));
      await validateReferences(ctx, values, id);
      await orStale(await mapErrors(values, records.update(ctx, id, values)), () => records.find(ctx, id));
      if (rows) await writeLines(ctx, id, rows);
    },

    /** All or none. @throws notFound, the problems of `used` */
    remove: async (caller: Context, ids: number[]): Promise<void> => {
      allFound(await mapConstraintErrors(used, {}, records.remove(caller, ids)), ids);
    },
  };
}
