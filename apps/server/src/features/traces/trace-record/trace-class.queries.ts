import type { TraceExtent } from '@suyuan/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import type { DataScope } from '../../../platform/db/scope.ts';
import { stepProgress, owner, isTraceable } from './trace-view.queries.ts';

export interface ClassCompleteness {
  catalogueId: number;
  own: TraceExtent;
  branch: TraceExtent;
}

/** Required, filled and verified steps, and owners of missing ones. */
const extentOf = (rows: RawBuilder<unknown>, missing: string) => sql<TraceExtent>`jsonb_build_object(
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
