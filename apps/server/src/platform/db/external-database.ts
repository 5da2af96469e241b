import { sql } from 'kysely';
import { OperatorError, reasonOf } from '../operator-error.ts';
import { onOwner, onSession } from './connect.ts';
import type { Db } from './db.ts';
import { checkSameDatabase } from './session-settings.ts';

const MIN_POSTGRES_VERSION = 15;

/** Messages omit the URL, because it contains a password. */
export async function checkExternalDatabase(db: Db) {
  let version: number;
  try {
    const { rows } = await onSession(db, (session) =>
      sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(session),
    );
    version = Math.floor((rows[0]?.version ?? 0) / 10_000);
  } catch (cause) {
    throw new OperatorError(
      `连不上 DATABASE_URL 指定的数据库：${reasonOf(cause)}；检查地址、密码和网络`,
      'the database named by DATABASE_URL does not answer; look at address, password and network',
      {
        cause,
      },
    );
  }
  if (version < MIN_POSTGRES_VERSION) {
    throw new OperatorError(
      `DATABASE_URL 指定的 PostgreSQL 是 ${version}；需要 ${MIN_POSTGRES_VERSION} 以上`,
      `PostgreSQL ${MIN_POSTGRES_VERSION} or newer is needed`,
    );
  }
}

/** Messages omit the URL, because it contains a password. */
export const checkOwnerConnection = (db: Db) =>
  onOwner(db, (owner) => checkSameDatabase('DATABASE_OWNER_URL', owner, db)).catch((cause: unknown) => {
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError(
      `连不上 DATABASE_OWNER_URL 指定的数据库：${reasonOf(cause)}；检查地址、密码和网络`,
      'the database named by DATABASE_OWNER_URL does not answer; look at address, password and network',
      { cause },
    );
  });
