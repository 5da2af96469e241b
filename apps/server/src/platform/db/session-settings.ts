import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { OperatorError, reasonOf } from '../operator-error.ts';
import type { Db } from './db.ts';

/** Settings of every session: time zone of the wire format, and timeouts in milliseconds for statements, locks and idle transactions. */
const settings = {
  timezone: 'Asia/Shanghai',
  datestyle: 'ISO',
  statement_timeout: '30000',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '30000',
  jit: 'off',
};

/** As the `options` parameter of a connection. */
export const sessionOptions = Object.entries(settings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/**
 * A pooler ignores startup options, so the role must have these settings.
 * @throws OperatorError with the statements that set them
 */
export async function checkPoolerSessions(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; setting: string; place: string }>`
    select lower(name) as name, setting, quote_ident(current_database()) as place from pg_settings
    where lower(name) = any(${Object.keys(settings)})`
    .execute(db)
    .catch((cause) => {
      throw new OperatorError(
        `连不上 DATABASE_POOL_URL 指定的连接池：${reasonOf(cause)}；检查地址、密码和网络`,
        'the pooler named by DATABASE_POOL_URL does not answer; look at address, password and network',
        { cause },
      );
    });
  // DateStyle includes the order of day and month, which does not affect ISO dates
  const missingSettings = Object.entries(settings).filter(([name, value]) => {
    const { setting = '' } = rows.find((row) => row.name === name) ?? {};
    return setting !== value && !(name === 'datestyle' && setting.startsWith(value));
  });
  if (missingSettings.length === 0) return;
  const fixStatements = missingSettings
    .map(([name, value]) => `alter role current_user in database ${rows[0]?.place} set ${name} = '${value}';`)
    .join(' ');
  throw new OperatorError(
    `DATABASE_POOL_URL 借出的会话缺少设置；以同一账号直接连上数据库执行 ${fixStatements} 再让连接池重新连接`,
    'sessions of the pooler lack these settings; run the statements on the database itself, as the same role, and let the pooler reconnect',
  );
}

/**
 * Otherwise rows would go to one database, and notifications or tables to another.
 * @throws OperatorError where the databases differ
 */
export async function checkSameDatabase(variable: string, db: Db, direct: Db): Promise<void> {
  // take a random lock on one side and look for it on the other
  const [one, other] = [randomInt(2 ** 31), randomInt(2 ** 31)];
  const isSameDatabase = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(one)}, ${sql.lit(other)})`.execute(tx);
    const { rows } = await sql`
      select 1 from pg_locks where locktype = 'advisory' and objsubid = 2 and classid = ${sql.lit(one)} and objid = ${sql.lit(other)}
        and database = (select oid from pg_database where datname = current_database())`.execute(direct);
    return rows.length > 0;
  });
  if (isSameDatabase) return;
  throw new OperatorError(
    `${variable} 和 DATABASE_URL 通到两个不同的数据库；让它指向 DATABASE_URL 的那一个`,
    `${variable} and DATABASE_URL lead to two databases: let it lead to the one of DATABASE_URL`,
  );
}
