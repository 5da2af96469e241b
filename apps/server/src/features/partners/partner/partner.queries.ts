import type { DealerStep, PartnerEvent, Resource, SupplierStep } from '@suyuan/contract';
import { type AliasedRawBuilder, type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { inCategory } from '../../../platform/db/category-filter.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';
import { joinedColumns, recordTable, untyped } from '../../../platform/db/record-table.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

export type TableName = 'supplier' | 'dealer';
type Condition = (value: never) => RawBuilder<boolean>;
export type Selection<Value = unknown, Name extends string = string> = AliasedRawBuilder<Value, Name>;
export type Column = RawBuilder<unknown>;
export type Row<Table extends TableName = TableName> = Selectable<Database[Table]>;
export type Columns<Table extends TableName> = keyof Database[Table];

/** Table of suppliers or dealers. */
export interface PartnerTable {
  of: Resource;
  /** Field. */
  code: string;
  table: TableName;
  /** Declared fields that are no columns. */
  columns(scope: DataScope): Record<string, Column>;
  /** Filters that are no column, or compare differently. */
  conditions: Record<string, Condition>;
  /** Selected by `lock` next to the row. */
  lockSelections?: readonly Selection[];
}

// biome-ignore lint/suspicious/noExplicitAny: the columns of the two tables differ
const from = (db: Db, { table }: PartnerTable) => untyped(db).selectFrom(table) as SelectQueryBuilder<any, any, any>;

const visible = ({ table }: PartnerTable, scope: DataScope) => ownedInScope(scope, table);

/** With the name of the category. */
export const partnerTable = ({ of, table, columns, conditions }: PartnerTable) =>
  recordTable<Resource>(of, table, {
    owned: true,
    join: (rows) => rows.leftJoin('category', 'category.catalogueId', `${table}.catalogueId`),
    columns: ({ scope }) => ({ ...joinedColumns('catalogueName', 'catalogueCode'), ...columns(scope) }),
    // The cast: filters of suppliers and dealers differ.
    conditions: {
      catalogueId: (id: number, { catalogueOnly }: { catalogueOnly?: '1' }) => inCategory(`${table}.catalogueId`, id, catalogueOnly),
      catalogueOnly: () => sql<boolean>`true`,
      ...conditions,
    } as Record<string, (value: unknown, filters: object) => RawBuilder<boolean>>,
  });

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
    .orderBy('since')
    .orderBy(partner.of.key)
    .limit(limit)
    .execute();
