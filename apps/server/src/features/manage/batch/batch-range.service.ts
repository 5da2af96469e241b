import { countsOf } from '@suyuan/codes';
import type { Db } from '../../../db/database.types.ts';
import * as codeSpaceService from '../codeSpace/codeSpace.service.ts';
import * as queries from './batch.queries.ts';
import * as ranges from './batch-range.queries.ts';
import { spaceOf } from './batch-terms.service.ts';

/**
 * Gives a batch its next `count` units, and answers their ordinals from 0: some rows, whatever the count. The boxes, cases and pallets
 * that its packaging makes of them come along; a container that was begun before is filled first. The batch's row is locked by the
 * caller.
 * @throws codeSpaceExhausted
 */
export async function makeNext(db: Db, { batchId, codeRuleId }: { batchId: number; codeRuleId: number }, count: number) {
  const [spaceId, sizes] = [await spaceOf(db, codeRuleId), await queries.fixPackaging(db, batchId)];
  const before = await ranges.countByLevel(db, batchId);
  const added = countsOf(sizes, before[0] + count).map((codes, level) => codes - (before[level] ?? 0));
  const all = added.reduce((sum, codes) => sum + codes, 0);
  const { epoch, serialFrom } = await codeSpaceService.allocate(db, spaceId, all);
  let next = serialFrom;
  for (const [level, codes] of added.entries()) {
    if (codes === 0) continue;
    await ranges.insert(db, { batchId, level, ordinalFrom: before[level] ?? 0, count: codes, spaceId, epoch, serialFrom: next });
    next += codes;
  }
  return { from: before[0], count };
}
