import type { Db } from '../db/database.types.ts';
import { shelfOf } from './shelf.ts';

interface Known<Answer> {
  version: number;
  answer: Promise<Answer>;
}

/**
 * Caches data derived from rights. Each change raises the `rights` version in its transaction, and each request reads it with its actor.
 * `read` must begin after `version` was read.
 */
export const rememberedByRights =
  <Answer>(name: 'role_grants' | 'menu_routers') =>
  (db: Db, version: number, key: string, read: () => Promise<Answer>): Promise<Answer> => {
    const shelf = shelfOf<Known<Answer>>(db, name);
    const known = shelf.get(key);
    if (known?.version === version) return known.answer;
    const answer = read();
    shelf.put(key, { version, answer });
    answer.catch(() => shelf.drop(key));
    return answer;
  };
