import { sql } from 'kysely';
import { OperatorError, reasonOf } from '../operator-error.ts';
import { onOwner, onSession } from './connect.ts';
import type { Db } from './db.ts';
import { checkSameDatabase } from './session-settings.ts';

const MIN_POSTGRES_VERSION = 15;

interface ExternalDatabase {
  version: number;
  encoding: string;
  isReadOnly: boolean;
}

/** Messages omit the URL, because it contains a password. */
export async function checkExternalDatabase(db: Db) {
  const { version, encoding, isReadOnly } = await readExternalDatabase(db);
  if (version < MIN_POSTGRES_VERSION) {
    throw new OperatorError(
      `DATABASE_URL 指定的 PostgreSQL 是 ${version}；需要 ${MIN_POSTGRES_VERSION} 以上`,
      `DATABASE_URL names PostgreSQL ${version}; PostgreSQL ${MIN_POSTGRES_VERSION} or newer is needed`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new OperatorError(
      `DATABASE_URL 指定的数据库编码是 ${encoding}；应为编码 UTF8 的数据库`,
      `the database named by DATABASE_URL has the encoding ${encoding}; it must be UTF8`,
    );
  }
  if (isReadOnly) {
    throw new OperatorError(
      'DATABASE_URL 指定的数据库是只读的，例如备库；应指向主库',
      'the database named by DATABASE_URL is read-only, as a standby is; name the primary',
    );
  }
}

async function readExternalDatabase(db: Db): Promise<ExternalDatabase> {
  try {
    const { rows } = await onSession(db, (session) =>
      sql<ExternalDatabase>`
        select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding,
          current_setting('transaction_read_only') = 'on' as is_read_only`.execute(session),
    );
    return rows[0] as ExternalDatabase;
  } catch (cause) {
    throw unreachable('DATABASE_URL', cause);
  }
}

const unreachable = (variable: string, cause: unknown) =>
  new OperatorError(
    `连不上 ${variable} 指定的数据库：${reasonOf(cause)}；检查地址、数据库名、密码、证书（sslmode）和网络`,
    `the database named by ${variable} cannot be reached; check address, database name, password, certificate (sslmode) and network`,
    { cause },
  );

/** Messages omit the URL, because it contains a password. */
export const checkOwnerConnection = (db: Db) =>
  onOwner(db, (owner) => checkSameDatabase('DATABASE_OWNER_URL', owner, db)).catch((cause: unknown) => {
    if (cause instanceof OperatorError) throw cause;
    throw unreachable('DATABASE_OWNER_URL', cause);
  });
