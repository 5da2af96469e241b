import { type About, aboutUnder } from '@suyuan/verify';
import { shelfOf } from '../../../platform/cache/shelf.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { findAbout, findScannedBatch } from './about.queries.ts';
import { storyHtml } from './story-html.ts';

export function aboutGoods(db: Db) {
  const known = shelfOf<About>(db, 'goods_stories');

  const ofBatch = async (batchId: number): Promise<About | undefined> => {
    const kept = known.get(batchId);
    if (kept) return kept;
    const row = await findAbout(db, batchId);
    if (!row) return undefined;
    const about = { ...row, story: row.story && storyHtml(row.story) };
    known.put(batchId, about);
    return about;
  };

  /** As `ofBatch`, for a scan of the last day; undefined for an unknown code. */
  const ofScan = async (scanId: string): Promise<About | undefined> => {
    const scan = await findScannedBatch(db, scanId);
    const about = scan?.batchId ? await ofBatch(scan.batchId) : undefined;
    return about && scan ? aboutUnder(scan.verdict, about) : undefined;
  };

  return { ofBatch, ofScan };
}
export type AboutGoods = ReturnType<typeof aboutGoods>;
