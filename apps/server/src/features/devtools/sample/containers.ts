import type { Db } from '../../../platform/db/database.types.ts';
import * as batchService from '../../codes/batch/batch.service.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as queries from './containers.queries.ts';

/** Distance, in cases, of the frozen case from the end of a batch, where nothing was shipped. */
const SET_ASIDE = 7;

/** Creates boxes, cases and pallets of sample batches, like issuing does. One case is frozen with its contents. */
export async function loadContainers(db: Db, userId: number) {
  let frozen = false;
  for (const { batchId, state, spaceId } of await queries.listIssued(db)) {
    const sizes = await batchService.packagingOf(db, batchId);
    if (sizes.every((size) => size === 0)) continue;
    await batchService.addCodes(db, { batchId, spaceId, sizes, count: 0 });
    if (state === 'issued' || state === 'void') continue;
    await queries.activateContainers(db, batchId);
    const cases = await codeService.countCodes(db, batchId, 2);
    if (frozen || state !== 'active' || cases < SET_ASIDE) continue;
    const reason = '外箱受潮，待复检';
    const painted = await codeService.paintRuns(db, [{ batchId, level: 2, from: cases - SET_ASIDE, count: 1 }], 'freeze', { reason });
    await batchService.noteRuns(db, { action: 'freeze', userId, reason }, painted.runs);
    await batchService.noteRuns(db, { action: 'freeze', userId, reason, within: true }, painted.content);
    frozen = true;
  }
}
