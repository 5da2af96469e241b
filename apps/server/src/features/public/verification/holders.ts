import type { Db } from '../../../db/database.types.ts';
import * as queries from './verification.queries.ts';

/** Milliseconds that a dealer's regions are relied on: so long changed ones go unseen. */
const FRESH = 5000;
const REMEMBERED = 10_000;

/** Regions that dealers may sell in, their own or those of the nearest above them; read for many in one question and remembered for seconds. */
export function holderBox(db: Db) {
  const known = new Map<number, { regions: readonly string[]; readAt: number }>();

  return async (holderIds: (number | null)[]): Promise<(holderId: number | null) => readonly string[]> => {
    const asked = [...new Set(holderIds.filter((id) => id !== null))];
    const stale = asked.filter((id) => performance.now() - (known.get(id)?.readAt ?? Number.NEGATIVE_INFINITY) >= FRESH);
    if (stale.length > 0) {
      if (known.size > REMEMBERED) known.clear();
      const readAt = performance.now();
      const found = new Map((await queries.findRegions(db, stale)).map(({ holderId, regions }) => [holderId, regions]));
      for (const id of stale) known.set(id, { regions: found.get(id) ?? [], readAt });
    }
    return (holderId) => (holderId === null ? [] : (known.get(holderId)?.regions ?? []));
  };
}
