import type { FieldKind, FiltersOf, ProblemName, QueryOf, RecordOf, Resource, ResourceSpec } from '@suyuan/contract';
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { lockByName } from './advisory-lock.ts';
import { mapConstraintErrors } from './database-errors.ts';
import type { Db } from './db.ts';
import { between, contains, inRegion, matchesDisplayName, page, type SeedName } from './page.ts';
import { revisionColumns, unchangedSince } from './revision.ts';
import { type DataScope, inScope, ownedInScope } from './scope.ts';

// biome-ignore lint/suspicious/noExplicitAny: the builder's database and tables do not matter here
type Rows = SelectQueryBuilder<any, any, any>;

/** For statements that are built from a declaration, whose columns no type names. */
// biome-ignore lint/suspicious/noExplicitAny: the builder's database and tables do not matter here
export const untyped = (db: Db) => db as unknown as Kysely<any>;

/** Condition of a filter by the kind of its field. The other kinds compare by equality. */
const conditions: Partial<Record<FieldKind, (column: string, value: string) => RawBuilder<boolean>>> = {
  text: contains,
  code: contains,
  lines: contains,
  region: inRegion,
};

/** Columns with user IDs, whose names a record shows. */
const USER_COLUMNS = [
  'createBy',
  'updateBy',
  'submitBy',
  'reviewBy',
  'approveBy',
  'verifyBy',
  'publishBy',
  'rejectBy',
  'releaseBy',
  'judgeBy',
  'shipBy',
  'receiveBy',
];

/**
 * The key and the declared fields that are columns of `table`, to be selected.
 * @param except fields that a query selects itself, e.g. from another table
 */
const storedFields = (of: Resource, table: string, except: readonly string[] = []) =>
  [...new Set([of.key, ...Object.keys(of.fields ?? {})])]
    .filter((name) => !['computed', 'writeOnly'].includes(of.fields?.[name]?.source ?? 'stored'))
    .filter((name) => !USER_COLUMNS.includes(name) && !except.includes(name))
    .map((name) => sql.ref(`${table}.${name}`).as(name));

/** Columns that only one of the joined tables has, as fields of the same name. */
export const joinedColumns = <Name extends string>(...names: Name[]) =>
  // The cast: the object has every name.
  Object.fromEntries(names.map((name) => [name, sql.ref(name)])) as Record<Name, RawBuilder<unknown>>;

type OwnConditions<S extends ResourceSpec> = {
  [Name in keyof FiltersOf<S>]?: (value: NonNullable<FiltersOf<S>[Name]>, filters: Partial<FiltersOf<S>>) => RawBuilder<boolean>;
};

/**
 * Conditions of the filters of a list that are columns of `table`, and of its range of creation times.
 * @param own conditions of filters that are no column, or compare differently
 */
export function fieldConditions<S extends ResourceSpec>(
  of: Resource<S>,
  table: string,
  filters: Partial<FiltersOf<S>>,
  own: OwnConditions<S> = {},
): RawBuilder<boolean>[] {
  const { beginTime, endTime, ...values } = filters as Record<string, unknown>;
  const created =
    beginTime || endTime ? [between(`${table}.createTime`, beginTime as string | undefined, endTime as string | undefined)] : [];
  const others = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const ownCondition = own[name] as ((value: unknown, all: typeof filters) => RawBuilder<boolean>) | undefined;
      const field = of.fields?.[name];
      if (!ownCondition && !field) throw new Error(`${of.name} has no condition for the filter ${name}`);
      const column = `${table}.${name}`;
      const byKind = field && conditions[field.kind];
      return ownCondition?.(value, filters) ?? byKind?.(column, String(value)) ?? sql<boolean>`${sql.ref(column)} = ${value}`;
    });
  return [...created, ...others];
}

/** Adds `fieldConditions`. */
export function whereFields<S extends ResourceSpec, Query extends Rows>(
  rows: Query,
  of: Resource<S>,
  table: string,
  filters: Partial<FiltersOf<S>>,
  own?: OwnConditions<S>,
): Query {
  // The cast: a condition does not change the type of the query.
  return fieldConditions(of, table, filters, own).reduce<Rows>(
    (filtered, condition) => filtered.where(condition),
    rows,
  ) as unknown as Query;
}

/** Maps a violation of a column's unique constraint to the problem of its field. */
export function mapUniqueErrors<T>(of: Resource, table: string, values: Record<string, unknown>, write: Promise<T>): Promise<T> {
  const unique = Object.entries(of.fields ?? {}).filter(([, { taken }]) => taken);
  return unique.reduce(
    (result, [name, { taken }]) =>
      mapConstraintErrors({ [`${table}_${snakeCase(name)}_key`]: taken as ProblemName }, { field: name, [name]: values[name] }, result),
    write,
  );
}

export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The transaction and the visible rows. */
export interface Caller {
  db: Db;
  scope: DataScope;
}
/** For tables whose visible rows also depend on the user. */
export interface ActingCaller extends Caller {
  actor: { userId: number };
}
/** Who changes a record. */
interface Changer {
  db: Db;
  actor: { userId: number; deptId: number | null };
}
export type Values = Record<string, unknown>;

type Columns<S extends ResourceSpec> = { [Name in keyof RecordOf<S>]?: RawBuilder<unknown> };

interface TableOptions<S extends ResourceSpec, C extends Caller> {
  /** Rows belong to departments by `deptId`, and to users by `createBy`. */
  owned?: boolean;
  /** Visible rows, if owners do not decide alone. */
  visible?: (caller: C) => RawBuilder<boolean>;
  /** Declared fields that are no columns, e.g. the name of a referenced record. */
  columns?: Columns<S> | ((caller: C) => Columns<S>);
  /** Fields of one record that lists omit, or select by `columns`. */
  detail?: Columns<S>;
  /** Adds the tables of `columns`. */
  join?: (rows: Rows) => Rows;
  conditions?: OwnConditions<S> | ((caller: C) => OwnConditions<S>);
  /** Field with names that are shown in the reader's language, and the key of their `SeedName`. */
  named?: { column: keyof RecordOf<S> & string; key: RawBuilder<string> };
  /** Field of a tree with the parent's key; 0 at the top. */
  parent?: string;
  lines?: Lines;
}

/** Rows of another table that belong to a record and are written with it. */
interface Lines {
  /** Field of the record with its lines. Empty in lists. */
  field: string;
  table: string;
  /** Column with the record's key. */
  link: string;
  /** Columns of a line, as declared. */
  names: readonly string[];
  /** Columns by which lines are ordered. `orderNum` is their position. */
  order: readonly string[];
}

/** Key of a table with owners: `dept_id`, and a column of the user. */
export interface OwnedTable {
  table: string;
  key: string;
  user?: string;
}

/** Whether one of `ids` exists out of scope. */
export async function hasHidden({ db, scope }: Caller, { table, key, user }: OwnedTable, ids: readonly unknown[]): Promise<boolean> {
  const owner = { dept: `${table}.deptId`, ...(user && { user: `${table}.${user}` }) };
  const { rows } = await sql<{ hidden: boolean }>`select exists (select from ${sql.table(table)}
    where ${sql.ref(`${table}.${key}`)} = any(${ids}::bigint[]) and not (${inScope(scope, owner)})) as hidden`.execute(db);
  return rows[0]?.hidden ?? false;
}

/** Replaces the ancestors above `id` in each path of its branch by `path`. */
export const moveBranch = (db: Db, { table, key }: { table: string; key: string }, id: number, path: number[]) =>
  sql`update ${sql.table(table)} set ancestors = ${path}::bigint[] || ancestors[coalesce(array_position(ancestors, ${id}), cardinality(ancestors) + 1):]
    where ${sql.ref(key)} = ${id} or ancestors @> array[${id}::bigint]`.execute(db);

function treeQueries<C extends Caller>(table: string, key: string, parent: string, visible: (caller: C) => RawBuilder<boolean>) {
  const [rows, id_, parent_] = [sql.table(table), sql.ref(key), sql.ref(parent)];
  return {
    /** Serialises changes of a tree until the transaction ends. Two concurrent moves could create a cycle. */
    lockTree: ({ db }: Caller) => lockByName(db, table),
    isWithin: async ({ db }: Caller, id: number, root: number): Promise<boolean> => {
      const { rows: found } = await sql<{ within: boolean }>`
        with recursive above as (
          select ${id_} as id, ${parent_} as parent from ${rows} where ${id_} = ${id}
          union select up.${id_}, up.${parent_} from ${rows} up join above on up.${id_} = above.parent
        ) select exists (select from above where id = ${root}) as within`.execute(db);
      return found[0]?.within ?? false;
    },
    /** Assigns `orderNums` to `ids` by position. Returns one row for each visible record. */
    updateOrder: async (ctx: C & { actor: { userId: number } }, ids: number[], orderNums: number[]) => {
      const { rows: updated } = await sql`update ${rows} set order_num = positions.order_num, update_by = ${ctx.actor.userId},
          update_time = now(), version = version + 1
        from unnest(${ids}::bigint[], ${orderNums}::int[]) as positions (id, order_num)
        where ${rows}.${id_} = positions.id and ${visible(ctx)} returning ${rows}.${id_}`.execute(ctx.db);
      return updated;
    },
  };
}

export type RecordTable<S extends ResourceSpec, C extends Caller = Caller> = ReturnType<typeof recordTable<S, C>>;

/** Queries of a resource in one table. Each takes the caller's data scope into account if the rows have owners. */
export function recordTable<S extends ResourceSpec, C extends Caller = Caller>(
  of: Resource<S>,
  table: string,
  options: TableOptions<S, C> = {},
) {
  const { owned = false, detail = {}, parent, lines, join = (rows) => rows } = options;
  const columnsOf = (caller: C): Record<string, RawBuilder<unknown>> => ({
    ...(parent && { [parent]: sql`coalesce(${sql.ref(`${table}.${parent}`)}, 0)` }),
    ...(lines && { [lines.field]: sql`'[]'::json` }),
    ...((typeof options.columns === 'function' ? options.columns(caller) : options.columns) as Record<string, RawBuilder<unknown>>),
  });
  const has = (name: string) => Boolean(of.fields?.[name]);
  const [key, isRevised] = [`${table}.${of.key}`, has('updateBy') && has('version')];
  const { visible = ({ scope }: C) => (owned ? ownedInScope(scope, table) : sql<boolean>`true`) } = options;
  const userName = (name: string) => sql`(select user_name from users where users.user_id = ${sql.ref(`${table}.${name}`)})`;
  const toRow = (values: Values) => (parent && parent in values ? { ...values, [parent]: values[parent] || null } : values);
  const selectWith = (caller: C, columns: Record<string, RawBuilder<unknown>>, omitted: readonly string[]) => {
    const users = Object.fromEntries(USER_COLUMNS.filter(has).map((name) => [name, userName(name)]));
    return join(untyped(caller.db).selectFrom(table))
      .select(storedFields(of, table, [...Object.keys(columns), ...omitted]))
      .select(Object.entries({ ...users, ...columns }).map(([name, column]) => column.as(name)))
      .where(visible(caller))
      .$castTo<RecordOf<S>>();
  };
  const select = (caller: C) => selectWith(caller, columnsOf(caller), Object.keys(detail));
  const namedBy = (seeds: readonly SeedName[]) => options.named && { ...options.named, seeds };
  /** @param seeds names that readers see in their language */
  const matching = (caller: C, filters: Partial<FiltersOf<S>>, seeds: readonly SeedName[] = []) => {
    const conditions = typeof options.conditions === 'function' ? options.conditions(caller) : options.conditions;
    const named = namedBy(seeds);
    const byName = named && { [named.column]: (name: string) => matchesDisplayName(named, name) };
    return whereFields(select(caller), of, table, filters, { ...conditions, ...byName } as OwnConditions<S>);
  };
  /** The whole tree, at most 5000 nodes, by parent and `order`. */
  const treeRows = (caller: C, filters: FiltersOf<S>, order = of.key, seeds: readonly SeedName[] = []) =>
    matching(caller, filters, seeds)
      .orderBy(sql`coalesce(${sql.ref(`${table}.${parent}`)}, 0)`)
      .orderBy(`${table}.${order}`)
      .orderBy(key)
      .limit(5000);
  return {
    ...{ of, table, owned, parent, lines },
    ...{ visible, select, matching, namedBy },
    ...treeQueries(table, of.key, parent ?? of.key, visible),
    list: (caller: C, { paging, ...filters }: QueryOf<S>, seeds: readonly SeedName[] = []) =>
      page(matching(caller, filters as unknown as FiltersOf<S>, seeds), key, paging, namedBy(seeds)),
    treeRows,
    listTree: (caller: C, filters: FiltersOf<S>, order?: string) => treeRows(caller, filters, order).execute(),
    // The cast: the builder's result type is generic.
    find: (caller: C, id: number) =>
      selectWith(caller, { ...columnsOf(caller), ...(detail as Record<string, RawBuilder<unknown>>) }, [])
        .where(key, '=', id)
        .executeTakeFirst() as Promise<RecordOf<S> | undefined>,
    insert: async ({ db, actor }: Changer, values: Values): Promise<number> => {
      const row = { ...toRow(values), ...(owned && { deptId: actor.deptId }), ...(has('createBy') && { createBy: actor.userId }) };
      return (await untyped(db).insertInto(table).values(row).returning(of.key).executeTakeFirstOrThrow())[of.key];
    },
    /** Resolves to undefined if there is no such record in scope at that version. */
    update: (ctx: C & Changer, id: number, { version, ...values }: Values) =>
      untyped(ctx.db)
        .updateTable(table)
        .set({ ...toRow(values), ...(isRevised ? revisionColumns(ctx.actor.userId) : { [of.key]: id }) })
        .where(key, '=', id)
        .where(visible(ctx))
        .where(unchangedSince(isRevised ? (version as number | undefined) : undefined))
        .returning(of.key)
        .executeTakeFirst(),
    remove: (caller: C, ids: number[]) =>
      untyped(caller.db).deleteFrom(table).where(key, 'in', ids).where(visible(caller)).returning(of.key).execute(),
    linesOf: async ({ db }: Caller, id: number): Promise<Values[]> => {
      if (!lines) return [];
      const rows = untyped(db)
        .selectFrom(lines.table)
        .select([...lines.names])
        .where(lines.link, '=', id);
      return lines.order.reduce((ordered, column) => ordered.orderBy(column), rows).execute();
    },
    replaceLines: async ({ db }: Caller, id: number, rows: readonly Values[]) => {
      if (!lines) return;
      await untyped(db).deleteFrom(lines.table).where(lines.link, '=', id).execute();
      const position = (orderNum: number) => (lines.order.includes('orderNum') ? { orderNum } : {});
      const values = rows.map((row, at) => ({ ...row, ...position(at), [lines.link]: id }));
      if (values.length > 0) await untyped(db).insertInto(lines.table).values(values).execute();
    },
  };
}
