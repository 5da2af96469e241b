import * as codeSpaceService from '../features/codes/code-space/code-space.service.ts';
import * as sealService from '../features/system/audit-log/seal.service.ts';
import type { Installation } from '../platform/http/installation.ts';
import { sentence } from '../platform/refusal.ts';

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
