import { localCacheOf } from '../../../platform/cache/shelf.ts';
import type { Db } from '../../../platform/db/database.types.ts';
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
