import type {
  FiltersOf,
  GenealogyNode,
  QueryOf,
  RecordOf,
  TraceOwner,
  TraceProgress,
  TraceTotals,
  traceCompleteness,
} from '@suyuan/contract';
import { type RawBuilder, sql } from 'kysely';
import { inCategory } from '../../../platform/db/category-filter.ts';
import type { Db } from '../../../platform/db/db.ts';
import { contains, page } from '../../../platform/db/page.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

/** States that count as filled in; owner of step `s` of batch `b`. */
const filledStates = sql`('submitted', 'verified', 'published')`;
const owner = sql<string | null>`case s.filler when 'role' then (select role_name from role where role.role_id = s.role_id)
  when 'supplier' then (select supplier_name from supplier where supplier.supplier_id = b.supplier_id) end`;

/** Steps of the product's template and steps that records use, with record counts. */
export async function listSteps(db: Db, batchId: number): Promise<TraceProgress[]> {
  const { rows } = await sql<TraceProgress>`
    select s.step_id, s.step_name, s.required, s.filler, s.role_id,
      t.status = '0' and s.template_id = coalesce(c.template_id, s.template_id) as open,
      coalesce(${owner}, (select string_agg(distinct r.party_name, '、') from trace_record r
        where r.batch_id = b.batch_id and r.step_id = s.step_id and r.filler = 'channelBusiness' and r.state in ${filledStates})) as owner_name,
      (select count(*) from trace_record r where r.batch_id = b.batch_id and r.step_id = s.step_id and r.state in ${filledStates}) as filled,
      (select count(*) from trace_record r where r.batch_id = b.batch_id and r.step_id = s.step_id and r.state in ('verified', 'published')) as verified,
      (select count(*) from trace_record r where r.batch_id = b.batch_id and r.step_id = s.step_id and r.state = 'published') as published
    from batch b join product c using (category_id) join trace_step s on s.template_id = c.template_id
      or s.step_id in (select r.step_id from trace_record r where r.batch_id = b.batch_id and r.state in ${filledStates})
      join trace_template t on t.template_id = s.template_id
    where b.batch_id = ${batchId}
    order by s.template_id = c.template_id desc, s.template_id, s.order_num limit 100`.execute(db);
  return rows;
}

/** How many records are filled and verified, and the shortest delay in hours between event and submission. */
const stepProgress = sql`(select count(*) as filled, count(*) filter (where state in ('verified', 'published')) as verified,
  min(extract(epoch from submit_time - event_time) / 3600) as delay
  from trace_record t where t.batch_id = b.batch_id and t.step_id = s.step_id and t.state in ${filledStates})`;

export type CompletenessFilter = FiltersOf<typeof traceCompleteness>;

const isRequiredStep = ({ catalogueId, catalogueOnly, filler, ownerName }: CompletenessFilter) =>
  sql<boolean>`(s.required and ${catalogueId ? inCategory('s.catalogue_id', catalogueId, catalogueOnly) : sql`true`}
    and ${filler ? sql`s.filler = ${filler} and ${owner} is not distinct from ${ownerName ?? null}` : sql`true`})`;

/** Period of completeness in days. */
const COMPLETENESS_DAYS = 365;

/** The product has a template, and the batch is approved and not void. */
const isTraceable = (scope: DataScope, { categoryId, batchNo }: CompletenessFilter) =>
  sql<boolean>`(c.template_id is not null and b.state not in ('draft', 'pending', 'cancelled', 'void')
    and b.create_time > now() - make_interval(days => ${COMPLETENESS_DAYS}::int)
    and (${categoryId ?? null}::bigint is null or b.category_id = ${categoryId ?? null}::bigint)
    and ${batchNo ? contains('b.batch_no', batchNo) : sql`true`} and ${ownedInScope(scope, 'b')})`;

/** Required steps by owner, the least complete first. */
export async function listOwners(db: Db, scope: DataScope, filters: CompletenessFilter): Promise<TraceOwner[]> {
  const { rows } = await sql<TraceOwner>`
    select s.filler, ${owner} as owner_name, count(*) as required, count(*) filter (where r.filled > 0) as filled,
      count(*) filter (where r.verified > 0) as verified,
      round((percentile_cont(0.5) within group (order by r.delay))::numeric, 1) as delay_hours
    from batch b join product c using (category_id) join trace_step s on s.template_id = c.template_id and ${isRequiredStep(filters)}
    cross join lateral ${stepProgress} r
    where ${isTraceable(scope, filters)}
    group by 1, 2 order by count(*) filter (where r.filled > 0)::numeric / count(*), 3 desc, 1, 2 limit 100`.execute(db);
  return rows;
}

export function listCompleteness(db: Db, scope: DataScope, { paging, ...filters }: QueryOf<typeof traceCompleteness>) {
  const steps = sql`select s.step_name from trace_step s where s.template_id = t.template_id and ${isRequiredStep(filters)}`;
  const missing = sql`${steps} and not exists (select
    from trace_record r where r.batch_id = b.batch_id and r.step_id = s.step_id and r.state in ${filledStates})`;
  const rows = db
    .selectFrom('batch as b')
    .innerJoin('product as c', 'c.categoryId', 'b.categoryId')
    .innerJoin('traceTemplate as t', 't.templateId', 'c.templateId')
    .select(['b.batchId', 'b.batchNo', 'c.categoryName', 't.templateName'])
    .select([
      sql<number>`(select count(*) from (${steps}) s)`.as('required'),
      ...(['filled', 'verified', 'published'] as const).map((stage) => {
        const states = { filled: filledStates, verified: sql`('verified', 'published')`, published: sql`('published')` }[stage];
        return sql<number>`(select count(*) from (${steps} and exists (select
          from trace_record r where r.batch_id = b.batch_id and r.step_id = s.step_id and r.state in ${states})) s)`.as(stage);
      }),
      sql<string[]>`array(${missing} order by s.order_num)`.as('missing'),
    ])
    .where(isTraceable(scope, filters))
    .where(filters.catalogueId || filters.filler ? sql<boolean>`exists (${steps})` : sql<boolean>`true`)
    .where(filters.unfilled ? sql<boolean>`exists (${missing})` : sql<boolean>`true`)
    .$castTo<RecordOf<typeof traceCompleteness>>();
  return page(rows, 'b.batchId', paging);
}

/** Maximum distance between related batches. */
const MAX_DISTANCE = 5;
/** Maximum relations per response. */
const MAX_RELATIONS = 200;

type KinRow = Omit<GenealogyNode, 'key' | 'of'> & { id: string; of: string };

/** Origins and derivatives by valid records. Out of scope, they are named without a link. */
export async function listKin(db: Db, scope: DataScope, batchId: number): Promise<KinRow[]> {
  const isValidRecord = sql`r.state not in ('draft', 'corrected')`;
  const { rows } = await sql<KinRow>`
    with recursive up as (
      select ${batchId}::bigint as batch_id, 0 as distance, null::bigint as of
      union
      select i.input_batch_id, up.distance - 1, up.batch_id from up join trace_record r on r.batch_id = up.batch_id and ${isValidRecord}
        join trace_ingredient i using (trace_record_id) where i.input_batch_id is not null and up.distance > ${-MAX_DISTANCE}::int
    ), down as (
      select ${batchId}::bigint as batch_id, 0 as distance, null::bigint as of
      union
      select r.batch_id, down.distance + 1, down.batch_id from down join trace_ingredient i on i.input_batch_id = down.batch_id
        join trace_record r on r.trace_record_id = i.trace_record_id and ${isValidRecord} where down.distance < ${MAX_DISTANCE}::int
    ), kin as (select * from up union select * from down), named as (
      select kin.*, b.batch_no, c.category_name, b.supplier_id, ${ownedInScope(scope, 'b')} as is_visible
      from kin join batch b using (batch_id) join product c using (category_id)
    )
    select 'batch' as kind, distance, category_name as name, batch_no as note, null::bigint as count,
      case when is_visible then batch_id end as batch_id, 'b' || batch_id as id, coalesce('b' || of, '') as of from named
    union all
    select distinct 'supplier', distance - 1, s.supplier_name, s.gln, null::bigint, null::bigint, 's' || s.supplier_id || '/' || (distance - 1), 'b' || batch_id
      from named join supplier s using (supplier_id) where distance <= 0
    union all
    select 'ingredient', up.distance - 1, i.input_name, concat_ws(' · ', i.lot_no, s.supplier_name, i.quantity || coalesce(' ' || i.unit, '')),
      null::bigint, null::bigint, 'i' || r.trace_record_id || '/' || i.order_num, 'b' || up.batch_id
      from (select distinct batch_id, distance from up) up join trace_record r on r.batch_id = up.batch_id and ${isValidRecord} join trace_ingredient i using (trace_record_id)
      left join supplier s on s.supplier_id = i.supplier_id where i.input_batch_id is null
    union all
    select 'container', 1, level::text, null, sum(count), null::bigint, 'c' || level, 'b' || batch_id
      from batch_range where batch_id = ${batchId} and level > 0 group by level, batch_id
    union all
    select 'holder', 2, coalesce(d.channel_business_name, ''), d.channel_business_code, sum(t.count), null::bigint,
      'h' || coalesce(t.holder_id, 0), 'b' || t.batch_id
      from code_tally t left join dealer d on d.channel_business_id = t.holder_id
      where t.batch_id = ${batchId} and t.level = 0 group by t.holder_id, d.channel_business_name, d.channel_business_code, t.batch_id
    order by distance, kind, name limit ${MAX_RELATIONS}`.execute(db);
  return rows;
}

interface ClassCompleteness {
  catalogueId: number;
  own: TraceTotals;
  branch: TraceTotals;
}

/** Required, filled and verified steps, and owners of missing ones. */
const extentOf = (rows: RawBuilder<unknown>, missing: string) => sql<TraceTotals>`jsonb_build_object(
  'required', count(*) filter (where ${rows}),
  'filled', count(*) filter (where ${rows} and filled > 0),
  'verified', count(*) filter (where ${rows} and verified > 0),
  'delayHours', round((percentile_cont(0.5) within group (order by delay) filter (where ${rows}))::numeric, 1),
  'unfilled', coalesce((select jsonb_agg(jsonb_build_object('filler', m.filler, 'ownerName', m.owner_name, 'count', m.${sql.ref(missing)})
      order by m.${sql.ref(missing)} desc, m.filler, m.owner_name)
    from missing m where m.holder = at.holder and m.${sql.ref(missing)} > 0), '[]'))`;

/** Maximum owners of missing steps per category, most first. */
const MAX_OWNERS = 20;

/** Per category, alone and with descendants, over batches of the last 365 days. */
export async function listByClass(db: Db, scope: DataScope): Promise<ClassCompleteness[]> {
  const { rows } = await sql<ClassCompleteness>`
    with node as (select catalogue_id, unnest(ancestors || catalogue_id) as holder from category where kind = 'traceability'),
      wanted as (
        select s.catalogue_id, s.filler, ${owner} as owner_name, r.filled, r.verified, r.delay
        from batch b join product c using (category_id) join trace_step s on s.template_id = c.template_id and s.required
        cross join lateral ${stepProgress} r where s.catalogue_id is not null and ${isTraceable(scope, {})}),
      at as (select node.holder, node.holder = node.catalogue_id as own, wanted.* from wanted join node on node.catalogue_id = wanted.catalogue_id),
      missing as (select * from (
          select holder, filler, owner_name, count(*) as branch_count, count(*) filter (where own) as own_count,
            row_number() over (partition by holder order by count(*) desc, filler, owner_name) as place
          from at where filled = 0 group by 1, 2, 3) m where place <= ${MAX_OWNERS})
    select at.holder as catalogue_id, ${extentOf(sql`own`, 'ownCount')} as own, ${extentOf(sql`true`, 'branchCount')} as branch
    from at group by at.holder order by at.holder`.execute(db);
  return rows;
}
