import { setTimeout as wait } from 'node:timers/promises';
import type { Verification } from '@suyuan/contract';
import { localCacheOf } from '../../../platform/cache/local-cache.ts';
import type { Db } from '../../../platform/db/db.ts';
import * as queries from './verification.queries.ts';

/** Authorised regions of dealers, inherited from the nearest ancestor and cached for seconds. */
export function createHolderRegionCache(db: Db) {
  const cache = localCacheOf<readonly string[]>(db, 'dealer_regions');

  return async (holderIds: (number | null)[]): Promise<(holderId: number | null) => readonly string[]> => {
    const regionsOf = new Map<number, readonly string[]>();
    const missing: number[] = [];
    for (const id of new Set(holderIds.filter((each) => each !== null))) {
      const regions = cache.get(id);
      if (regions) regionsOf.set(id, regions);
      else missing.push(id);
    }
    if (missing.length > 0) {
      for (const { holderId, regions } of await queries.findRegions(db, missing)) regionsOf.set(holderId, regions);
      for (const id of missing) cache.put(id, regionsOf.get(id) ?? []);
    }
    return (holderId) => (holderId === null ? [] : (regionsOf.get(holderId) ?? []));
  };
}

/** Batch data for the consumer, fixed once the batch is issued. */
export interface BatchFacts {
  goods: NonNullable<Verification['goods']>;
  pinDigits: number;
  throughDealers: boolean;
  /** GTINs of the unit, box, case and pallet; null for a level without one. */
  gtins: readonly (string | null)[];
}

/** Milliseconds to wait for a refresh when stale facts are available. */
const REFRESH_TIMEOUT_MS = 250;

/** Facts of batches, cached for seconds. If the tables are locked, it serves stale ones, so that scans continue. */
export function createBatchFactsCache(db: Db) {
  const cache = localCacheOf<BatchFacts>(db, 'batch_cards');

  const read = async (batchIds: number[]) => {
    const factsById = new Map<number, BatchFacts>();
    for (const { batchId, pinDigits, throughDealers, gtins, ...goods } of await queries.listBatchFacts(db, batchIds)) {
      const facts = { goods, pinDigits, throughDealers, gtins };
      cache.put(batchId, facts);
      factsById.set(batchId, facts);
    }
    return factsById;
  };

  return async (batchIds: number[]): Promise<(batchId: number) => BatchFacts | undefined> => {
    const factsById = new Map<number, BatchFacts>();
    const missing: number[] = [];
    const stale: number[] = [];
    for (const batchId of new Set(batchIds)) {
      const fresh = cache.get(batchId);
      const facts = fresh ?? cache.last(batchId);
      if (facts === undefined) missing.push(batchId);
      else factsById.set(batchId, facts);
      if (facts === undefined || fresh) continue;
      stale.push(batchId);
      // renewed early, so that only one query waits for a lock
      cache.put(batchId, facts);
    }
    const add = (loaded: Map<number, BatchFacts>) => {
      for (const [batchId, facts] of loaded) factsById.set(batchId, facts);
    };
    if (stale.length > 0) await Promise.race([read(stale).then(add, () => undefined), wait(REFRESH_TIMEOUT_MS)]);
    if (missing.length > 0) add(await read(missing));
    return (batchId) => factsById.get(batchId);
  };
}
