import type { CatalogueFigures, CatalogueKind, NodeFigures } from '@suyuan/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/database.types.ts';
import { type DataScope, inScope } from '../../../db/scope.ts';

const owned = (table: string) => ({ dept: `${table}.deptId`, user: `${table}.createBy` });

/** Codes issued of each batch, and its scans of the last 30 days. */
const batchFigures = sql`
  codes as (select batch_id, sum(count)::bigint as codes from batch_range where level = 0 group by batch_id),
  scans as (select batch_id, count(*) as scans, count(*) filter (where verdict = 'suspect') as suspects from code_record
    where scan_id >= uuid7_floor(now() - interval '30 days') and batch_id is not null group by batch_id)`;

/** One row for each record and batch of it: what is filed under which class, and what stands behind it. */
function facts(kind: CatalogueKind, scope: DataScope): RawBuilder<unknown> {
  if (kind === 'channelBusiness')
    return sql`facts as (select d.channel_business_id as record, d.catalogue_id, b.batch_id, b.state, coalesce(h.codes, 0) as codes,
        null::bigint as scans, null::bigint as suspects
      from channel_business d
      left join (select holder_id, batch_id, sum(count)::bigint as codes from code_segment where level = 0 and holder_id is not null
        group by holder_id, batch_id) h on h.holder_id = d.channel_business_id
      left join batch b on b.batch_id = h.batch_id
      where d.catalogue_id is not null and ${inScope(scope, owned('d'))})`;
  const [table, key] = kind === 'supplier' ? ['supplier', 'supplier_id'] : ['category', 'category_id'];
  return sql`${batchFigures}, facts as (select r.${sql.ref(key)} as record, r.catalogue_id, b.batch_id, b.state,
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
    'scans', sum(scans) filter (${rows})::bigint,
    'suspects', sum(suspects) filter (${rows})::bigint)`;
};

/** What is filed under each class of a tree, and under it with all below; classes without anything are not named. */
export async function figures(db: Db, kind: Exclude<CatalogueKind, 'traceability'>, scope: DataScope): Promise<CatalogueFigures[]> {
  const { rows } = await sql<CatalogueFigures>`
    with ${facts(kind, scope)},
      node as (select catalogue_id, unnest(ancestors || catalogue_id) as holder from catalogue where kind = ${kind})
    select node.holder as catalogue_id, ${counted(true)} as own, ${counted(false)} as branch
    from facts join node on node.catalogue_id = facts.catalogue_id
    group by node.holder order by node.holder`.execute(db);
  return rows;
}
