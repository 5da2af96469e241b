import type { CatalogueFigures, CatalogueKind, NodeFigures } from '@suyuan/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/database.types.ts';
import { type DataScope, inScope } from '../../../db/scope.ts';

const owned = (table: string) => ({ dept: `${table}.deptId`, user: `${table}.createBy` });

/** Scans of the last 30 days, today among them, from what follows scans. */
const recent = (by: string) => sql`scans as (select ${sql.ref(by)}, sum(scans)::bigint as scans,
    coalesce(sum(scans) filter (where verdict = 'suspect'), 0)::bigint as suspects
  from scan_hour where hour >= current_date - 29 group by ${sql.ref(by)})`;

/** One row for each record and batch of it: what is filed under which class, and what stands behind it. */
function facts(kind: CatalogueKind, scope: DataScope): RawBuilder<unknown> {
  // what was scanned is told of the holder once, not of each batch held
  if (kind === 'channelBusiness')
    return sql`${recent('holder_id')}, facts as (select d.channel_business_id as record, d.catalogue_id, h.batch_id, b.state, h.codes, s.scans, s.suspects
      from channel_business d
      left join lateral (select batch_id, sum(count)::bigint as codes from code_tally
        where level = 0 and holder_id = d.channel_business_id group by batch_id union all select null, 0) h on true
      left join batch b on b.batch_id = h.batch_id
      left join scans s on s.holder_id = d.channel_business_id and h.batch_id is null
      where d.catalogue_id is not null and ${inScope(scope, owned('d'))})`;
  if (kind === 'traceability')
    return sql`facts as (select r.trace_record_id as record, t.catalogue_id, null::bigint as batch_id, null::text as state, null::bigint as codes,
        null::bigint as scans, null::bigint as suspects
      from trace_record r join trace_step t on t.step_id = r.step_id join batch b on b.batch_id = r.batch_id and ${inScope(scope, owned('b'))}
      where t.catalogue_id is not null)`;
  const [table, key] = kind === 'supplier' ? ['supplier', 'supplier_id'] : ['category', 'category_id'];
  return sql`codes as (select batch_id, sum(count)::bigint as codes from batch_range where level = 0 group by batch_id),
    ${recent('batch_id')}, facts as (select r.${sql.ref(key)} as record, r.catalogue_id, b.batch_id, b.state,
      coalesce(c.codes, 0) as codes, coalesce(s.scans, 0) as scans, coalesce(s.suspects, 0) as suspects
    from ${sql.table(table)} r left join batch b on b.${sql.ref(key)} = r.${sql.ref(key)} and ${inScope(scope, owned('b'))}
      left join codes c on c.batch_id = b.batch_id left join scans s on s.batch_id = b.batch_id
    where r.catalogue_id is not null and ${inScope(scope, owned('r'))})`;
}

/** Figures of `own` rows alone or of a whole branch, as one object. */
const counted = (own: boolean) => {
  const rows = own ? sql`where node.holder = node.catalogue_id` : sql`where true`;
  return sql<NodeFigures>`jsonb_build_object(
    'records', count(distinct record) filter (${rows}),
    'activeBatches', count(distinct batch_id) filter (${rows} and state = 'active'),
    'codes', coalesce(sum(codes) filter (${rows}), 0)::bigint,
    'scans', coalesce(sum(scans) filter (${rows}), 0)::bigint,
    'suspects', coalesce(sum(suspects) filter (${rows}), 0)::bigint)`;
};

/** What is filed under each class of a tree, and under it with all below; classes without anything are not named. */
export async function figures(db: Db, kind: CatalogueKind, scope: DataScope): Promise<CatalogueFigures[]> {
  const { rows } = await sql<CatalogueFigures>`
    with ${facts(kind, scope)},
      node as (select catalogue_id, unnest(ancestors || catalogue_id) as holder from catalogue where kind = ${kind})
    select node.holder as catalogue_id, ${counted(true)} as own, ${counted(false)} as branch
    from facts join node on node.catalogue_id = facts.catalogue_id
    group by node.holder order by node.holder`.execute(db);
  return rows;
}
