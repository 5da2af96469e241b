import type { SharedName } from '../../../platform/cache/names.ts';
import type { SharedCache } from '../../../platform/cache/shared.ts';
import { readSharedEntry, measureSharedKeys, scanSharedKeys } from '../../../platform/cache/shared-keys.ts';
import { sizeOf } from './memory-source.ts';
import type { Source } from './source.ts';

/** Maximum entries to count. */
const MAX_COUNTED = 5000;

/** Shared entries of `name`; falls back to `memory` while Redis does not respond. */
export function sharedSource(shared: SharedCache, name: SharedName | 'rate_limit', memory: Source): Source {
  return {
    get place() {
      return shared.state() === 'there' ? ('shared' as const) : memory.place;
    },
    async count() {
      const page = await scanSharedKeys(shared, name, '0', MAX_COUNTED);
      if (!page) return memory.count();
      return page.cursor === null ? page.keys.length : null;
    },
    async list(query) {
      const page = await scanSharedKeys(shared, name, /^\d+$/.test(query.cursor) ? query.cursor : '0', query.limit, query.part);
      if (!page) return memory.list(query);
      const keys = page.keys.sort();
      const measurements = keys.length > 0 ? await measureSharedKeys(shared, name, keys) : [];
      const entries = keys.map((key, index) => ({
        key,
        age: null,
        size: measurements[index]?.size ?? null,
        left: measurements[index]?.left ?? null,
      }));
      return { entries, cursor: page.cursor };
    },
    async find(key) {
      const value = await readSharedEntry(shared, name, key);
      if (shared.state() !== 'there') return memory.find(key);
      if (value === undefined) return undefined;
      const [measurement] = await measureSharedKeys(shared, name, [key]);
      return { key, value, masked: false, age: null, size: measurement?.size ?? sizeOf(value), left: measurement?.left ?? null };
    },
  };
}
