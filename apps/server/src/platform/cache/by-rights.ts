import type { Db } from '../db/database.types.ts';
import { localCacheOf } from './shelf.ts';

interface RightsEntry<Answer> {
  version: number;
  answer: Promise<Answer>;
}

/**
 * Caches data derived from rights. Each change raises the `rights` version in its transaction, and each request reads it with its actor.
 * `read` must begin after `version` was read.
 */
export const cacheByRights =
  <Answer>(name: 'role_grants' | 'menu_routers') =>
  (db: Db, version: number, key: string, read: () => Promise<Answer>): Promise<Answer> => {
    const shelf = localCacheOf<RightsEntry<Answer>>(db, name);
    const entry = shelf.get(key);
    if (entry?.version === version) return entry.answer;
    const answer = read();
    shelf.put(key, { version, answer });
    answer.catch(() => shelf.drop(key));
    return answer;
  };
