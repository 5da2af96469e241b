import { isTrusted, onActorsChanged } from '../../../platform/cache/cache.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Actor } from '../../../platform/http/context.ts';

/** Sessions in memory; beyond it the least recently used is removed. */
const MAX_ENTRIES = 5000;

/** Times by `performance.now()`. */
export interface ActorEntry {
  actor: Actor;
  loadedAt: number;
  /** Begin of the next record of activity. */
  touchAt: number;
  /** Absolute end of the session. */
  expiresAt: number;
  /** Milliseconds. */
  idleLimit: number;
  /** End of the session without further activity, as last read. The database decides then. */
  endsAt: number;
}

interface ActorCache {
  /** Undefined: unknown here, or memory may not be trusted. */
  get(tokenHash: string): ActorEntry | undefined;
  /** Runs `load` and stores its result, unless a change meanwhile made it uncertain. */
  load(tokenHash: string, load: () => Promise<ActorEntry | undefined>): Promise<ActorEntry | undefined>;
  drop(tokenHash: string): void;
}

const actorCaches = new WeakMap<Db, ActorCache>();

/** Users of recent requests, by the SHA-256 of their token. `db` is the pool. */
export function actorCacheOf(db: Db): ActorCache {
  const actorCache = actorCaches.get(db) ?? createActorCache(db);
  actorCaches.set(db, actorCache);
  return actorCache;
}

function createActorCache(db: Db): ActorCache {
  /** In order of use. */
  const entries = new Map<string, ActorEntry>();
  /** Token hashes by `u7` and `s7`. */
  const hashesByKey = new Map<string, Set<string>>();
  /** Raised by each change, so that a read that began before it is not stored. */
  let changes = 0;

  const keysOf = ({ actor: { userId, sessionId } }: ActorEntry) => [`u${userId}`, `s${sessionId}`];

  function drop(tokenHash: string) {
    const entry = entries.get(tokenHash);
    if (!entry) return;
    entries.delete(tokenHash);
    for (const key of keysOf(entry)) {
      const hashes = hashesByKey.get(key);
      hashes?.delete(tokenHash);
      if (hashes?.size === 0) hashesByKey.delete(key);
    }
  }

  function store(tokenHash: string, entry: ActorEntry) {
    drop(tokenHash);
    const [leastRecent] = entries.keys();
    if (leastRecent !== undefined && entries.size >= MAX_ENTRIES) drop(leastRecent);
    entries.set(tokenHash, entry);
    for (const key of keysOf(entry)) hashesByKey.set(key, (hashesByKey.get(key) ?? new Set()).add(tokenHash));
  }

  onActorsChanged(db, (key) => {
    changes++;
    if (key === undefined) {
      entries.clear();
      hashesByKey.clear();
    } else for (const tokenHash of hashesByKey.get(key) ?? []) drop(tokenHash);
  });

  return {
    get(tokenHash) {
      const entry = entries.get(tokenHash);
      if (!entry || !isTrusted(db)) return undefined;
      if (performance.now() >= entry.endsAt) return void drop(tokenHash);
      entries.delete(tokenHash);
      entries.set(tokenHash, entry);
      return entry;
    },
    async load(tokenHash, load) {
      const changesBefore = changes;
      const canStore = isTrusted(db);
      const entry = await load();
      if (entry && canStore && changes === changesBefore) store(tokenHash, entry);
      return entry;
    },
    drop,
  };
}
