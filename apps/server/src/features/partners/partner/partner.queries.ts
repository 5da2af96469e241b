import type { DealerStep, PartnerEvent, QueryOf, Resource, SupplierStep } from '@suyuan/contract';
import { type AliasedRawBuilder, type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { inCategory } from '../../../platform/db/category-filter.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';
import { page } from '../../../platform/db/page.ts';
import { storedFields, untyped, whereFields } from '../../../platform/db/record-table.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

export type TableName = 'supplier' | 'dealer';
type Condition = (value: never) => RawBuilder<boolean>;
export type Selection<Value = unknown, Name extends string = string> = AliasedRawBuilder<Value, Name>;
export type Row<Table extends TableName = TableName> = Selectable<Database[Table]>;
export type Columns<Table extends TableName> = keyof Database[Table];
type Values = Record<string, unknown> & { version?: number | undefined };

/** Table of suppliers or dealers. */
export interface PartnerTable {
  of: Resource;
  /** Field. */
  code: string;
  table: TableName;
  /** Declared fields that are not selected as columns. */
  otherFields: readonly string[];
  /** Selected by list and read. */
  selections(scope: DataScope): Selection[];
  /** Filters that are no column, or compare differently. */
  conditions: Record<string, Condition>;
  /** Selected by `lock` next to the row. */
  lockSelections?: readonly Selection[];
}

// biome-ignore lint/suspicious/noExplicitAny: the columns of the two tables differ
const from = (db: Db, { table }: PartnerTable) => untyped(db).selectFrom(table) as SelectQueryBuilder<any, any, any>;

const visible = ({ table }: PartnerTable, scope: DataScope) => inScope(scope, { dept: `${table}.deptId`, user: `${table}.createBy` });

const select = (db: Db, scope: DataScope, partner: PartnerTable) => {
  const { of, table, otherFields, selections } = partner;
  return from(db, partner)
    .innerJoin('users as maker', 'maker.userId', `${table}.createBy`)
    .leftJoin('users as editor', 'editor.userId', `${table}.updateBy`)
    .leftJoin('users as submitter', 'submitter.userId', `${table}.submitBy`)
    .leftJoin('users as reviewer', 'reviewer.userId', `${table}.reviewBy`)
    .leftJoin('category', 'category.catalogueId', `${table}.catalogueId`)
    .select(storedFields(of, table, [...otherFields, 'submitBy', 'reviewBy']))
    .select(['maker.userName as createBy', 'editor.userName as updateBy', 'catalogueName'])
    .select(['submitter.userName as submitBy', 'reviewer.userName as reviewBy'])
    .select(selections(scope))
    .where(visible(partner, scope));
};

export function list(db: Db, scope: DataScope, partner: PartnerTable, query: QueryOf<Resource>) {
  const { of, table, conditions } = partner;
  const { paging, catalogueOnly, ...filters } = query as QueryOf<Resource> & { catalogueOnly?: '1' };
  const inCategories = (id: number) => inCategory(`${table}.catalogueId`, id, catalogueOnly);
  return page(
    whereFields(select(db, scope, partner), of, table, filters, { catalogueId: inCategories, ...conditions } as Record<
      string,
      (value: unknown) => RawBuilder<boolean>
    >),
    `${table}.${of.key}`,
    paging,
  );
}

export const find = (db: Db, scope: DataScope, partner: PartnerTable, id: number) =>
  select(db, scope, partner).where(`${partner.table}.${partner.of.key}`, '=', id).executeTakeFirst();

export const findId = (
  db: Db,
  scope: DataScope,
  partner: PartnerTable,
  key: { code: string } | { id: number },
): Promise<number | undefined> =>
  from(db, partner)
    .select(`${partner.of.key} as id`)
    .where('code' in key ? partner.code : partner.of.key, '=', 'code' in key ? key.code : key.id)
    .where(visible(partner, scope))
    .executeTakeFirst()
    .then((row) => row?.id);

/** Locked until the transaction ends, so that steps of a partner run serially. */
export const lock = (db: Db, scope: DataScope, partner: PartnerTable, id: number): Promise<Row | undefined> =>
  from(db, partner)
    .selectAll()
    .select([...(partner.lockSelections ?? [])])
    .where(partner.of.key, '=', id)
    .where(visible(partner, scope))
    .forUpdate()
    .executeTakeFirst();

export const insert = (db: Db, { of, table }: PartnerTable, row: Values): Promise<number> =>
  untyped(db)
    .insertInto(table)
    .values(row)
    .returning(`${of.key} as id`)
    .executeTakeFirstOrThrow()
    .then(({ id }) => id);

/** Resolves to undefined if the partner is not in scope at that version. */
export const update = (db: Db, scope: DataScope, partner: PartnerTable, id: number, { version, ...changes }: Values, userId: number) =>
  untyped(db)
    .updateTable(partner.table)
    .set({ ...changes, ...revisionColumns(userId) })
    .where(partner.of.key, '=', id)
    .where(unchangedSince(version))
    .where(visible(partner, scope))
    .returning(partner.of.key)
    .executeTakeFirst();

export interface PartnerMove {
  state: string;
  stateReason: string | null;
  submitBy?: number | null;
  reviewBy?: number | null;
}

/** Increases the version, so that concurrent edits fail. */
export const move = (db: Db, { of, table }: PartnerTable, id: number, { submitBy, reviewBy, ...to }: PartnerMove) =>
  untyped(db)
    .updateTable(table)
    .set({
      ...to,
      ...(submitBy !== undefined && { submitBy, submitTime: submitBy === null ? null : sql`now()` }),
      ...(reviewBy !== undefined && { reviewBy, reviewTime: reviewBy === null ? null : sql`now()` }),
      version: sql<number>`version + 1`,
    })
    .where(of.key, '=', id)
    .execute();

export interface EventInput {
  action: SupplierStep | DealerStep | 'add' | 'edit' | 'reopen' | 'move' | 'authorise';
  userId: number;
  reason?: string | null | undefined;
}

export const insertEvent = (db: Db, { of, table }: PartnerTable, id: number, { reason = null, ...event }: EventInput) =>
  untyped(db)
    .insertInto(`${table}Event`)
    .values({ [of.key]: id, reason, ...event })
    .execute();

/** Newest first. */
export const listEvents = (db: Db, { of, table }: PartnerTable, id: number, limit: number): Promise<PartnerEvent[]> =>
  untyped(db)
    .selectFrom(`${table}Event as e`)
    .leftJoin('users', 'users.userId', 'e.userId')
    .select(['eventId', 'action', 'reason', 'eventTime', sql<string>`coalesce(user_name, '')`.as('userName')])
    .where(of.key, '=', id)
    .orderBy('eventId', 'desc')
    .limit(limit)
    .$castTo<PartnerEvent>()
    .execute();

/** Since the last approval. The row is that of `table`. */
const editedSinceApproval = ({ of, table }: PartnerTable, userId: number) => {
  const [events, key] = [sql.table(`${table}Event`), sql.ref(of.key)];
  return sql<boolean>`exists (select from ${events} e where e.${key} = ${sql.ref(`${table}.${of.key}`)} and e.user_id = ${userId}
    and e.action in ('add', 'edit', 'move', 'submit', 'reopen') and e.event_id > coalesce((select max(a.event_id) from ${events} a
      where a.${key} = ${sql.ref(`${table}.${of.key}`)} and a.action = 'approve'), 0))`;
};

export async function hasEditedSinceApproval(db: Db, partner: PartnerTable, id: number, userId: number): Promise<boolean> {
  const row = await from(db, partner)
    .select(partner.of.key)
    .where(partner.of.key, '=', id)
    .where(editedSinceApproval(partner, userId))
    .executeTakeFirst();
  return row !== undefined;
}

/** Oldest first. */
export const listToApprove = (
  db: Db,
  scope: DataScope,
  partner: PartnerTable & { name: string },
  userId: number,
  limit: number,
): Promise<{ id: number; name: string; detail: string; since: string }[]> =>
  from(db, partner)
    .select([`${partner.of.key} as id`, `${partner.name} as name`, `${partner.code} as detail`])
    .select(sql<string>`coalesce(submit_time, create_time)`.as('since'))
    .where('state', '=', 'pending')
    .where(sql<boolean>`submit_by is distinct from ${userId} and not ${editedSinceApproval(partner, userId)}`)
    .where(visible(partner, scope))
    .orderBy(partner.of.key)
    .limit(limit)
    .execute();
