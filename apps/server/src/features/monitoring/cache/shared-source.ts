import type { SharedName } from '../../../platform/cache/names.ts';
import type { Shared } from '../../../platform/cache/shared.ts';
import { lookTogether, measureTogether, scanTogether } from '../../../platform/cache/shared-keys.ts';
import { sizeOf } from './memory-source.ts';
import type { Source } from './source.ts';

/** Maximum entries to count. */
const COUNTED = 5000;

/** Shared entries of `name`; falls back to `memory` while Redis does not respond. */
export function sharedSource(shared: Shared, name: SharedName | 'rate_limit', memory: Source): Source {
  return {
    get place() {
      return shared.state() === 'there' ? ('shared' as const) : memory.place;
    },
    async count() {
      const found = await scanTogether(shared, name, '0', COUNTED);
      if (!found) return memory.count();
      return found.cursor === null ? found.keys.length : null;
    },
    async list(asked) {
      const found = await scanTogether(shared, name, /^\d+$/.test(asked.cursor) ? asked.cursor : '0', asked.most, asked.part);
      if (!found) return memory.list(asked);
      const keys = found.keys.sort();
      const measured = keys.length > 0 ? await measureTogether(shared, name, keys) : [];
      const entries = keys.map((key, index) => ({
        key,
        age: null,
        size: measured[index]?.size ?? null,
        left: measured[index]?.left ?? null,
      }));
      return { entries, cursor: found.cursor };
    },
    async find(key) {
      const value = await lookTogether(shared, name, key);
      if (shared.state() !== 'there') return memory.find(key);
      if (value === undefined) return undefined;
      const [measured] = await measureTogether(shared, name, [key]);
      return { key, value, masked: false, age: null, size: measured?.size ?? sizeOf(value), left: measured?.left ?? null };
    },
  };
}
