import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

/** Value: first missing link of the audit log, and detection time in seconds since 1970. Codes issued earlier may be unknown. */
const LOSS_KEY = 'codes.lost';

const lossTime = sql`split_part(lost.value, ' ', 2)::numeric`;

/** Issued codes may be missing from this database. Recording the same loss again has no effect. */
export const recordLoss = (db: Db, seal: number) =>
  sql`insert into installation as lost (name, value) values (${LOSS_KEY}, ${seal}::bigint || ' ' || extract(epoch from clock_timestamp()))
    on conflict (name) do update set value = excluded.value
    where split_part(lost.value, ' ', 1) <> split_part(excluded.value, ' ', 1)`.execute(db);

/** True if the epoch is not newer than the loss. */
export async function isLost(db: Db, spaceId: number, epoch: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from installation lost join code_epoch e on e.space_id = ${spaceId} and e.epoch = ${epoch}
    where lost.name = ${LOSS_KEY} and extract(epoch from e.create_time) <= ${lossTime}`.execute(db);
  return rows.length > 0;
}

/** After a loss it is at least the current minute since 1970, which no lost epoch can have used. */
export async function epochAfter(db: Db, last: number): Promise<number> {
  const { rows } = await sql<{ epoch: number }>`
    select greatest(${last}::int + 1, (select floor(extract(epoch from clock_timestamp()) / 60)::int from installation where name = ${LOSS_KEY})) as epoch
  `.execute(db);
  return rows[0]?.epoch ?? last + 1;
}

/** Undefined once every space issues in an epoch newer than the loss. */
export async function findLoss(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ seal: number }>`
    select split_part(lost.value, ' ', 1)::bigint as seal from installation lost where lost.name = ${LOSS_KEY} and exists (
      select from code_space s where s.kind = 'derived' and not exists (
        select from code_epoch e where e.space_id = s.space_id and e.retire_time is null and extract(epoch from e.create_time) > ${lossTime}))`.execute(
    db,
  );
  return rows[0]?.seal;
}
