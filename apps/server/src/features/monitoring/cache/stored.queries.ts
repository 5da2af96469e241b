import { type RawBuilder, sql } from 'kysely';
import type { StoredName } from '../../../platform/cache/cache-names.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type DataScope, usersInScope } from '../../../platform/db/scope.ts';

export interface StoredEntry {
  key: string;
  /** Bytes. */
  size: number;
  /** Milliseconds since the last write, and until expiry. */
  age: number | null;
  left: number | null;
  value: unknown;
}

const milliseconds = (interval: RawBuilder<unknown>) => sql`floor(extract(epoch from ${interval}) * 1000)::float8`;

/** Query of each name; values contain no credentials. */
const entries: Record<StoredName, (scope: DataScope) => RawBuilder<unknown>> = {
  login_tokens: (scope) => sql`
    select session.token_id::text as key, session.login_time as begun, shown.value,
      least(session.login_time + interval '7 days', session.active_time + make_interval(mins => (
        select config_value::int from setting where config_key = 'suyuan.session.idleMinutes'))) as ends
    from session join users using (user_id) left join department on department.dept_id = users.dept_id,
      lateral (select json_build_object('userName', users.user_name, 'nickName', users.nick_name, 'deptName', department.dept_name,
        'ipaddr', session.ipaddr, 'loginLocation', session.login_location, 'browser', session.browser, 'os', session.os,
        'loginTime', to_char(session.login_time, 'YYYY-MM-DD HH24:MI:SS'), 'activeTime', to_char(session.active_time, 'YYYY-MM-DD HH24:MI:SS')
      ) as value) shown
    where ${usersInScope(scope)}`,
  captcha_codes: () => sql`
    select captcha_id::text as key, expire_time - interval '2 minutes' as begun, null::json as value, expire_time as ends from captcha`,
  repeat_submit: () => sql`
    select user_id || ':' || idempotency_key as key, create_time as begun, null::json as value, create_time + interval '1 day' as ends
    from idempotency`,
  pwd_err_cnt: () => sql`
    select user_name as key, null::timestamptz as begun, json_build_object('failureCount', failure_count) as value, expire_time as ends
    from sign_in_failure`,
};

const live = (name: StoredName, scope: DataScope) => sql`(select * from (${entries[name](scope)}) kept where ends > now())`;

/** Unexpired entries by key, starting after `after`. */
export async function list(
  db: Db,
  scope: DataScope,
  name: StoredName,
  { part, after, limit }: { part: string; after: string; limit: number },
) {
  const { rows } = await sql<Omit<StoredEntry, 'value'>>`
    select key, octet_length(key) + coalesce(octet_length(value::text), 0) as size,
      ${milliseconds(sql`now() - begun`)} as age, ${milliseconds(sql`ends - now()`)} as left
    from ${live(name, scope)} entry
    where key collate "C" > ${after} and position(${part} in key) > 0 order by key collate "C" limit ${limit}`.execute(db);
  return rows;
}

export async function count(db: Db, scope: DataScope, name: StoredName): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${live(name, scope)} entry`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Undefined for an unknown entry, or one out of scope. */
export async function find(db: Db, scope: DataScope, name: StoredName, key: string): Promise<StoredEntry | undefined> {
  const { rows } = await sql<StoredEntry>`
    select key, value, octet_length(key) + coalesce(octet_length(value::text), 0) as size,
      ${milliseconds(sql`now() - begun`)} as age, ${milliseconds(sql`ends - now()`)} as left
    from ${live(name, scope)} entry where key = ${key}`.execute(db);
  return rows[0];
}
