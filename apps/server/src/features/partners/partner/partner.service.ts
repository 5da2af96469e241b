import {
  type ChangesOf,
  contactFields,
  type InputOf,
  type Page,
  type Partner,
  type PartnerEvent,
  type QueryOf,
  type RecordOf,
  type Resource,
  type ResourceSpec,
  type StoredNames,
} from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Db } from '../../../platform/db/db.ts';
import { mapUniqueErrors } from '../../../platform/db/record-table.ts';
import { orStale } from '../../../platform/db/revision.ts';
import type { DataScope } from '../../../platform/db/scope.ts';
import type { Context } from '../../../platform/http/context.ts';
import { reasonIn, withReason } from '../../../platform/http/refusal.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as categoryService from '../../catalog/category/category.service.ts';
import { parseRegion, regionFullName, validateRegions } from '../../scans/place/regions.ts';
import * as queries from './partner.queries.ts';

const MAX_EVENTS = 200;

type Values = Record<string, unknown> & { catalogueId?: number | null; regionCode?: string | null; version?: number };
type Records = Record<string, unknown>[];

/** Differences between suppliers and dealers. */
interface Parts extends queries.PartnerTable {
  /** Completes records by what is not in the table. */
  complete?(ctx: Context, records: Records): Records | Promise<Records>;
  /** Maps violations of constraints that only one of the tables has. */
  mapErrors?<T>(values: never, write: Promise<T>): Promise<T>;
  /** Problem of an edit while the state forbids it. */
  fixedProblem: 'supplierFixed' | 'dealerFixed';
  /** Fields that `clone` copies in addition to those of all partners. */
  clonedFields: readonly string[];
}

type TypedParts<S extends ResourceSpec, Table extends queries.TableName, Other extends string> = Partner<S> &
  Omit<Parts, 'of' | 'table' | 'columns' | 'lockSelections'> & {
    table: Table;
    columns(scope: DataScope): Record<Other, queries.Column>;
  };

/** A declared field without a column does not compile. */
type AllStored<Names> = [Names] extends [never] ? unknown : { tableLacks: Names };
type UnstoredNames<S extends ResourceSpec, Table extends queries.TableName, Other> = Exclude<
  StoredNames<NonNullable<S['fields']>>,
  queries.Columns<Table> | Other
>;

type LockedRow<S extends ResourceSpec, Table extends queries.TableName> = queries.Row<Table> & { state: RecordOf<S>['state'] & string };

type Line = Record<string, unknown> & { catalogueCode?: string | null | undefined; regionName?: string | null | undefined };

interface PartnerService<S extends ResourceSpec, Locked> {
  list(ctx: Context, query: QueryOf<S>): Promise<Page<RecordOf<S>>>;
  /** @throws notFound */
  read(ctx: Context, id: number): Promise<RecordOf<S>>;
  findId(ctx: Context, code: string): Promise<number | undefined>;
  /** Newest first. @throws notFound */
  listEvents(ctx: Context, id: number): Promise<PartnerEvent[]>;
  /** Oldest first, without those that the user edited or submitted. */
  listToApprove(ctx: Context, limit: number): ReturnType<typeof queries.listToApprove>;
  /** @throws notFound if not in scope */
  ensureVisible(ctx: Context, id: number): Promise<void>;
  lock(ctx: Context, id: number): Promise<Locked | undefined>;
  /** Locks the row, and validates its state and the changes. @throws notFound, the fixed problem, referenceNotFound, categoryOff, regionUnknown */
  startEdit(ctx: Context, id: number, changes: ChangesOf<S>): Promise<Locked>;
  /** Validates and writes a new row. @throws referenceNotFound, categoryOff, regionUnknown, positionHalf, and the unique problems */
  insert(ctx: Context, input: Omit<InputOf<S>, 'version'> & Record<string, unknown>): Promise<number>;
  /** @throws recordStale, positionHalf, and the unique problems */
  update(ctx: Context, id: number, changes: object): Promise<void>;
  /** Omits company identifiers and contracts. @throws notFound, and as `add` */
  clone(ctx: Context, id: number, names: object, add: (ctx: Context, input: InputOf<S>) => Promise<number>): Promise<number>;
  recordEvent(ctx: Context, id: number, action: queries.EventInput['action'], reason?: string | null): Promise<unknown>;
  /** Input of a line of a sheet, with names and codes in place of keys. A blank cell leaves its field unchanged. */
  toInput<L extends Line>(
    ctx: Context,
    line: L,
  ): Promise<Omit<L, 'catalogueCode' | 'regionName' | 'version'> & { catalogueId?: number; regionCode?: string }>;
  stepParts: {
    lock(ctx: Context, id: number): Promise<Locked | undefined>;
    move(db: Db, id: number, changes: queries.PartnerMove): Promise<unknown>;
    hasTakenPart(ctx: Context, row: Locked, id: number): boolean | Promise<boolean>;
    secondPersonConstraint: string;
    recordEvent: PartnerService<S, Locked>['recordEvent'];
  };
}

/** Operations of suppliers or dealers, by their declaration. */
export function partnerService<
  S extends ResourceSpec,
  Table extends queries.TableName,
  const Other extends string,
  Locked extends string = never,
  Value = unknown,
>(
  declared: TypedParts<S, Table, Other> &
    AllStored<UnstoredNames<S, Table, Other>> & { lockSelections?: readonly queries.Selection<Value, Locked>[] },
): PartnerService<S, LockedRow<S, Table> & Record<Locked, Value>> {
  // The casts: internally the resource type is generic.
  const partner = declared as unknown as Parts & { name: string };
  const { of, table, complete = (_, records) => records, mapErrors, fixedProblem } = partner;
  const kind = of.name as 'supplier' | 'channelBusiness';
  const records = queries.partnerTable(partner);

  const completed = async (ctx: Context, records: Records) =>
    (await complete(ctx, records)).map((record) => ({
      ...withReason(ctx, record),
      regionName: record.regionCode && regionFullName(String(record.regionCode), ctx.language),
    }));

  /** The category must be enabled or unchanged. */
  async function validate({ db }: Context, { catalogueId, regionCode }: Values, before?: { catalogueId: number | null }) {
    if (catalogueId && catalogueId !== before?.catalogueId)
      await categoryService.assertEnabled(db, kind, catalogueId, of.word('catalogueId'));
    if (regionCode) validateRegions([regionCode], 'regionCode');
  }

  const mapWriteErrors = <T>(values: Values, write: Promise<T>) => {
    const mapped = mapErrors?.(values as never, write) ?? write;
    return mapUniqueErrors(
      of,
      table,
      values,
      mapConstraintErrors({ [`${table}_position_check`]: 'positionHalf' }, { field: 'lat' }, mapped),
    );
  };

  const lock = ({ db, scope }: Context, id: number) => queries.lock(db, scope, partner, id);
  const recordEvent = ({ db, actor: { userId } }: Context, id: number, action: queries.EventInput['action'], reason?: string | null) =>
    queries.insertEvent(db, partner, id, { action, userId, reason });

  const ensureVisible = async ({ db, scope }: Context, id: number) => {
    orNotFound(await queries.findId(db, scope, partner, { id }));
  };

  const read = async (ctx: Context, id: number) => {
    const row = orNotFound(await records.find(ctx, id));
    return (await completed(ctx, [row]))[0] as Record<string, unknown>;
  };

  const service = {
    async list(ctx: Context, query: QueryOf<Resource>) {
      const { rows, total } = await records.list(ctx, query);
      return { rows: await completed(ctx, rows), total };
    },
    read,
    findId: ({ db, scope }: Context, code: string) => queries.findId(db, scope, partner, { code }),
    async listEvents(ctx: Context, id: number) {
      await ensureVisible(ctx, id);
      const events = await queries.listEvents(ctx.db, partner, id, MAX_EVENTS);
      return events.map((event) => ({ ...event, reason: reasonIn(ctx, event.reason) }));
    },
    listToApprove: ({ db, scope, actor }: Context, limit: number) => queries.listToApprove(db, scope, partner, actor.userId, limit),
    ensureVisible,
    lock,
    async startEdit(ctx: Context, id: number, changes: Values) {
      const before = orNotFound(await lock(ctx, id));
      if (before.state === 'pending' || before.state === 'terminated')
        throw new Problem(fixedProblem, { state: of.word(`state.${before.state}`) });
      await validate(ctx, changes, before);
      return before;
    },
    async insert(ctx: Context, input: Values) {
      await validate(ctx, input);
      const id = await mapWriteErrors(input, records.insert(ctx, input));
      await recordEvent(ctx, id, 'add');
      return id;
    },
    async update(ctx: Context, id: number, changes: Values) {
      const row = await mapWriteErrors(changes, records.update(ctx, id, changes));
      await orStale(row, () => queries.findId(ctx.db, ctx.scope, partner, { id }));
    },
    async clone(ctx: Context, id: number, names: object, add: (ctx: Context, input: Values) => Promise<number>) {
      const record = await read(ctx, id);
      const clonedFields = [partner.name, 'catalogueId', 'grade', ...contactFields, ...partner.clonedFields];
      const copy = clonedFields.map((name) => [name, record[name]] as const);
      return add(ctx, Object.fromEntries([...copy, ...Object.entries(names).filter(([, value]) => value !== undefined)]));
    },
    recordEvent,
    async toInput({ db }: Context, { catalogueCode, regionName, version: _, ...fields }: Line) {
      const catalogueId = catalogueCode ? await categoryService.idOfCode(db, kind, catalogueCode) : null;
      if (catalogueId === undefined) throw new Problem('referenceNotFound', { field: 'catalogueCode', title: of.word('catalogueCode') });
      const regionCode = regionName ? parseRegion(regionName, 'regionName') : null;
      return { ...fields, ...(regionCode && { regionCode }), ...(catalogueId && { catalogueId }) };
    },
    stepParts: {
      lock,
      move: (db: Db, id: number, changes: queries.PartnerMove) => queries.move(db, partner, id, changes),
      hasTakenPart: ({ db, actor: { userId } }: Context, { submitBy }: { submitBy: number | null }, id: number) =>
        submitBy === userId || queries.hasEditedSinceApproval(db, partner, id, userId),
      secondPersonConstraint: `${table}_review_by_check`,
      recordEvent,
    },
  };
  return service as unknown as PartnerService<S, LockedRow<S, Table> & Record<Locked, Value>>;
}

const keepReason = ({ body: { reason } }: { body: { reason: string } }) => ({ stateReason: reason });

/** What steps of all partners change. */
export const partnerHandlers = {
  submit: ({ ctx }: { ctx: Context }) => ({ stateReason: null, submitBy: ctx.actor.userId, reviewBy: null }),
  approve: ({ ctx }: { ctx: Context }) => ({ stateReason: null, reviewBy: ctx.actor.userId }),
  reject: ({ body: { reason } }: { body: { reason: string } }) => ({ stateReason: reason, submitBy: null }),
  resume: () => ({ stateReason: null }),
  suspend: keepReason,
  terminate: keepReason,
};
