import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { isDistributed } from '../../../platform/db/layout.ts';
import type { HistogramBucket } from './estimate-moment.ts';

interface PartitionStatistics {
  rows: number;
  bounds: string[] | null;
}

/** Newest partition first. */
const statisticsOf = (table: string) => sql<PartitionStatistics>`
  select c.reltuples::bigint as rows, s.histogram_bounds::text::text[] as bounds
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
    left join pg_stats s on s.schemaname = c.relnamespace::regnamespace::text and s.tablename = c.relname and s.attname = 'scan_id'
  where i.inhparent = ${sql.lit(table)}::regclass and c.reltuples > 0 order by c.relname desc`;

/** Of one shard for all, because codes are spread evenly. */
async function listShardStatistics(db: Db): Promise<PartitionStatistics[]> {
  const query = `select coalesce(json_agg(p), '[]') from (${statisticsOf('%s').compile(db).sql}) p`;
  const { rows } = await sql<{ shards: number; result: string }>`
    select count(*) over () as shards, result from run_command_on_shards('scan', ${query}) where success order by shardid limit 1`.execute(
    db,
  );
  const [shard] = rows;
  return (JSON.parse(shard?.result ?? '[]') as PartitionStatistics[]).map((row) => ({ ...row, rows: row.rows * (shard?.shards ?? 1) }));
}

/** From planner statistics, newest first; each stretch has about the same number of scans. */
export async function listHistogramBuckets(db: Db): Promise<HistogramBucket[]> {
  const partitions = isDistributed() ? await listShardStatistics(db) : (await statisticsOf('scan').execute(db)).rows;
  const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  return partitions.flatMap(({ rows: count, bounds }) => {
    const times = (bounds ?? []).map(timeOf).reverse();
    return times.slice(1).map((from, index) => ({ from, to: times[index] ?? from, rows: count / (times.length - 1) }));
  });
}

/** Distinct places without a code of their own by a loose index scan, independent of the number of scans. */
export async function listRegions(db: Db): Promise<string[]> {
  if (isDistributed())
    return (await sql<{ region: string }>`select distinct region from scan where region is not null order by region`.execute(db)).rows.map(
      ({ region }) => region,
    );
  const { rows } = await sql<{ region: string }>`
    with recursive names as (
      (select region from scan where region is not null order by region limit 1)
      union all
      select (select r.region from scan r where r.region > names.region order by r.region limit 1) from names where names.region is not null
    ) select region from names where region is not null`.execute(db);
  return rows.map(({ region }) => region);
}
