import type { StoredName } from '../../../platform/cache/names.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import type { DataScope } from '../../../platform/db/scope.ts';
import type { Source } from './source.ts';
import * as queries from './stored.queries.ts';

/** Names whose values are hidden: captcha solutions and stored responses. */
const secretNames = new Set<StoredName>(['captcha_codes', 'repeat_submit']);

/** Database entries of a RuoYi name. */
export const storedSource = (db: Db, scope: DataScope, name: StoredName): Source => ({
  place: 'database',
  count: () => queries.count(db, scope, name),
  async list({ part, cursor, limit }) {
    const entries = await queries.list(db, scope, name, { part, after: cursor, limit: limit + 1 });
    const hasMore = entries.length > limit;
    return { entries: entries.slice(0, limit), cursor: hasMore ? (entries[limit - 1]?.key ?? null) : null };
  },
  async find(key) {
    const entry = await queries.find(db, scope, name, key);
    return entry && { ...entry, masked: secretNames.has(name) };
  },
});
