import { type RawBuilder, sql } from 'kysely';

/**
 * Status and holder counts of codes of many batches at one level, like `code_standing` for one. Examines containers only in batches with a
 * grave status. Rows: batch_id, status, holder_id, count; callers sum.
 * @param batches rows of batch_id and state
 */
export const codeStatusCounts = (batches: RawBuilder<unknown>, level: number) => sql`(
  with requested as materialized (${batches}), grave_batches as materialized (
    select batch_id from code_segment where level > 0 and status in ('frozen', 'recalled', 'void')
    union select b.batch_id from code_block b where b.level > 0 and b.statuses && array['frozen', 'recalled', 'void']
    union select batch_id from code_pack where parent_batch_id <> batch_id
  )
  select a.batch_id, code_gravest(a.state, t.status) as status, t.holder_id, t.count
    from requested a join code_tally t on t.batch_id = a.batch_id where t.level = ${level}
  union all
  select a.batch_id, code_gravest(a.state, m.status), s.holder_id, m.sign * s.count
    from requested a cross join lateral code_shift(a.batch_id, ${level}) s cross join lateral (values (s.own_status, -1), (s.status, 1)) as m(status, sign)
    where a.batch_id in (select batch_id from grave_batches)
)`;
