import type { DealerFigures } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.types.ts';
import { type DataScope, inScope } from '../../../db/scope.ts';

/** Units in a container of a run's level: the sizes of its batch's levels up to it, those without packaging left out. */
const unitsIn = sql`coalesce((select exp(sum(ln(size))) from unnest(b.packaging[1:r.level]) size where size > 0), 1)`;

/** What a dealer and those below it took, sold and sent back, and its cases of diversion in the asker's scope: one row, from sums alone. */
export async function read(db: Db, scope: DataScope, id: number): Promise<DealerFigures> {
  const { rows } = await sql<DealerFigures>`
    with branch as (select channel_business_id as id from channel_business where channel_business_id = ${id} or ${id}::bigint = any(ancestors)),
      held as (select coalesce(sum(t.count), 0)::bigint as units from code_tally t where t.level = 0 and t.holder_id in (select id from branch)),
      sent_back as (select coalesce(sum(round(r.count * ${unitsIn})), 0)::bigint as units
        from dispatch back join dispatch_run r on r.dispatch_id = back.dispatch_id join batch b on b.batch_id = r.batch_id
        where back.kind = 'return' and back.state in ('shipped', 'received') and back.from_id in (select id from branch)
          and (back.to_id is null or back.to_id not in (select id from branch)))
    select held.units + sent_back.units as received_count, sent_back.units as returned_count,
      (select coalesce(sum(d.firsts), 0)::bigint from scan_day d where d.holder_id > 0 and d.holder_id in (select id from branch)) as sold_count,
      (select count(*) from code_case c where c.holder_id = ${id} and c.reason = 'otherRegion'
        and ${inScope(scope, { dept: 'c.dept_id', user: 'c.create_by' })}) as diversion_count,
      (select follow_time from scan_follow) as follow_time
    from held, sent_back`.execute(db);
  return rows[0] as DealerFigures; // sums without groups are one row
}
