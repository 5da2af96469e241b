import type { Db } from '../platform/db/db.ts';
import { insertUser, unique } from './factories.ts';

interface DealerOptions {
  parent?: { channelBusinessId: number; ancestors: number[] };
  state?: 'draft' | 'pending' | 'active' | 'suspended' | 'terminated';
  deptId?: number;
  /** Absent: all products. */
  categoryIds?: number[];
  regionCodes?: string[];
}

/** Active by default. */
export async function insertDealer(
  db: Db,
  { parent, state = 'active', deptId = 100, categoryIds = [], regionCodes = [] }: DealerOptions = {},
) {
  const { userId } = await insertUser(db);
  const dealer = await db
    .insertInto('dealer')
    .values({
      channelBusinessCode: `D-${unique()}`,
      channelBusinessName: `渠道商${unique()}`,
      parentId: parent?.channelBusinessId ?? null,
      ancestors: parent ? [...parent.ancestors, parent.channelBusinessId] : [],
      state,
      deptId,
      createBy: userId,
    })
    .returning(['channelBusinessId', 'channelBusinessName', 'ancestors'])
    .executeTakeFirstOrThrow();
  const { channelBusinessId } = dealer;
  for (const categoryId of categoryIds) await db.insertInto('dealerProduct').values({ channelBusinessId, categoryId }).execute();
  for (const regionCode of regionCodes) await db.insertInto('dealerRegion').values({ channelBusinessId, regionCode }).execute();
  return dealer;
}
