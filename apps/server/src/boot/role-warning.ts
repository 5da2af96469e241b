import type { Db } from '../platform/db/database.types.ts';
import { auditLogAlterableBy } from '../platform/db/rights.ts';
import { type Sentence, sentence } from '../platform/refusal.ts';

/** Undefined if PostgreSQL prevents changes of the audit log. */
export async function roleWarning(db: Db): Promise<Sentence | undefined> {
  const by = await auditLogAlterableBy(db);
  if (by === 'superuser')
    return sentence(
      'DATABASE_URL 的角色是超级用户，能改动操作日志，也能在数据库主机上运行程序；换成普通角色，见 docs/operations.md 的 Database roles',
      'the role of DATABASE_URL is a superuser: it can alter the audit log and run programs on the database host; use an ordinary role, see Database roles in docs/operations.md',
    );
  if (by === 'rights')
    return sentence(
      'DATABASE_URL 的角色拥有数据表，能改动操作日志；用 DATABASE_OWNER_URL 把拥有者和应用分成两个角色，见 docs/operations.md 的 Database roles',
      'the role of DATABASE_URL owns the tables and can alter the audit log; separate owner and application by DATABASE_OWNER_URL, see Database roles in docs/operations.md',
    );
  return undefined;
}
