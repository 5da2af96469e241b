import * as codeSpaceService from '../features/codes/code-space/code-space.service.ts';
import * as sealService from '../features/system/audit-log/seal.service.ts';
import type { Db } from '../platform/db/db.ts';
import { auditLogAlterableBy } from '../platform/db/rights.ts';
import type { Installation } from '../platform/http/installation.ts';
import { limits } from '../platform/http/limits.ts';
import { type Sentence, sentence } from '../platform/operator-error.ts';

/** Warns that the database is older than this folder has seen. Earlier epochs then issue no codes until a key rotation. */
export async function reportOlderDatabase(installation: Installation): Promise<void> {
  const missingSeal = await sealService.findMissingSeal(installation);
  if (missingSeal !== undefined) await codeSpaceService.recordLoss(installation.db, missingSeal);
  const seal = await codeSpaceService.findLoss(installation.db);
  if (seal === undefined) return;
  console.error(
    sentence(
      `数据库比数据目录里的检查点旧（操作日志缺第 ${seal} 环）：恢复的是较早的备份，其后发过的码它不知道，再发会印出同样的码；运行 npm run suyuan -- key rotate 之前不发码`,
      `the database is older than the checkpoint in DATA_DIR (link ${seal} of the operation log is not there), as after an older backup was restored: it does not know the codes that were issued since and would print the same again; no codes are issued until you run npm run suyuan -- key rotate`,
    ),
  );
}

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

/** Files in addition to visitors' connections: database, cache, listeners, sources, running uploads. */
const RESERVE = 200;

/** A warning if the file limit is below the connection limit of the sites; undefined if sufficient or unknown. */
export function fileLimitWarning(sites: number): Sentence | undefined {
  // missing in Node's types; otherwise the report resolves the names of all peers
  Object.assign(process.report, { excludeNetwork: true });
  // Cast: reports have no types. Node has already raised the soft limit to the hard limit.
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } };
  const files = Number(userLimits?.open_files?.soft);
  const needed = sites * limits.connections + RESERVE;
  if (!(files < needed)) return undefined;
  return sentence(
    `本进程最多可打开 ${files} 个文件，大约 ${Math.max(0, files - RESERVE)} 个连接；站点最多接受 ${sites * limits.connections} 个连接；把上限（LimitNOFILE 或 ulimit -n）提高到 ${needed}`,
    `this process may open ${files} files, which is about ${Math.max(0, files - RESERVE)} connections; its sites accept up to ${sites * limits.connections}: raise the limit (LimitNOFILE or ulimit -n) to ${needed}`,
  );
}
