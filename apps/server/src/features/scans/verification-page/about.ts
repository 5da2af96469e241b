import { type About, aboutForVerdict } from '@suyuan/verify';
import { localCacheOf } from '../../../platform/cache/shelf.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { findAbout, findScannedBatch } from './about.queries.ts';
import { storyHtml } from './story-html.ts';

export function aboutGoods(db: Db) {
  const cache = localCacheOf<About>(db, 'goods_stories');

  const ofBatch = async (batchId: number): Promise<About | undefined> => {
    const cached = cache.get(batchId);
    if (cached) return cached;
    const row = await findAbout(db, batchId);
    if (!row) return undefined;
    const about = { ...row, story: row.story && storyHtml(row.story) };
    cache.put(batchId, about);
    return about;
  };

  /** As `ofBatch`, for a scan of the last day; undefined for an unknown code. */
  const ofScan = async (scanId: string): Promise<About | undefined> => {
    const scan = await findScannedBatch(db, scanId);
    const about = scan?.batchId ? await ofBatch(scan.batchId) : undefined;
    return about && scan ? aboutForVerdict(scan.verdict, about) : undefined;
  };

  return { ofBatch, ofScan };
}
export type AboutGoods = ReturnType<typeof aboutGoods>;
