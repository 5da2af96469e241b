import { DEFAULT_SHAPE } from '@suyuan/codes';
import type { BatchState, CodeStatus } from '@suyuan/contract';
import * as codeSpaceService from '../features/codes/code-space/code-space.service.ts';
import type { Installation } from '../platform/http/installation.ts';
import { insertBatch, unique } from './factories.ts';

interface IssueOptions {
  count?: number;
  state?: BatchState;
  status?: CodeStatus;
  expiryDate?: string | null;
  gtin?: string | null;
  pinDigits?: number;
  categoryName?: string;
  intro?: string | null;
  deptId?: number;
  /** Packaging level of the codes; absent: units. */
  level?: number;
}

/** A batch with issued codes, active by default. `code(n)` is the text of ordinal n, from 0. */
export async function issueCodes(installation: Installation, options: IssueOptions = {}) {
  const { db } = installation;
  const { count = 1000, state = 'active', status = 'activated', expiryDate = null, pinDigits = 0, deptId = 100, level = 0 } = options;
  const { batchId, batchNo } = await insertBatch(db, { quantity: count });
  const { categoryId, codeRuleId } = await db
    .updateTable('batch')
    .set({ state, expiryDate, deptId })
    .where('batchId', '=', batchId)
    .returning(['categoryId', 'codeRuleId'])
    .executeTakeFirstOrThrow();
  const { categoryName = `纯牛奶${unique()}`, gtin = null, intro = null } = options;
  await db.updateTable('product').set({ categoryName, gtin, intro }).where('categoryId', '=', categoryId).execute();
  await db.updateTable('codeRule').set({ pinDigits }).where('codeRuleId', '=', codeRuleId).execute();

  const spaceId = await codeSpaceService.findOrCreate(db, DEFAULT_SHAPE);
  const { epoch, serialFrom } = await codeSpaceService.allocate(db, spaceId, count);
  await db.insertInto('batchRange').values({ batchId, level, ordinalFrom: 0, spaceId, epoch, serialFrom, count }).execute();
  await db.insertInto('codeSegment').values({ batchId, level, ordinalFrom: 0, count, status }).execute();
  const deriver = codeSpaceService.deriverOf(installation, spaceId, DEFAULT_SHAPE, epoch);
  return {
    batchId,
    batchNo,
    categoryId,
    categoryName,
    spaceId,
    code: (ordinal: number) => deriver.code(serialFrom + ordinal),
    pin: (ordinal: number) => deriver.pin(serialFrom + ordinal, pinDigits),
  };
}
