import type { CacheOverview } from '@suyuan/contract';
import { cacheOf, cacheState } from '../../../platform/cache/cache.ts';
import { describeSharedCache } from '../../../platform/cache/shared-keys.ts';
import { localCachesOf } from '../../../platform/cache/shelf.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { sizeOf } from './memory-source.ts';

/** Maximum commands, most called first. */
const MAX_COMMANDS = 30;
/** Entries per name that are measured to estimate the total size. */
const SAMPLE_SIZE = 50;

/** Redis fields useful to an operator, without paths, process ids and addresses. */
const VISIBLE_FIELDS = new Set([
  ...['redis_version', 'valkey_version', 'server_name', 'redis_mode', 'os', 'arch_bits', 'tcp_port', 'uptime_in_seconds', 'uptime_in_days'],
  ...['connected_clients', 'maxclients', 'blocked_clients', 'used_memory', 'used_memory_human', 'used_memory_rss_human', 'maxmemory'],
  ...['used_memory_peak_human', 'maxmemory_human', 'maxmemory_policy', 'mem_fragmentation_ratio', 'aof_enabled', 'rdb_last_bgsave_status'],
  ...['loading', 'total_connections_received', 'total_commands_processed', 'instantaneous_ops_per_sec', 'instantaneous_input_kbps'],
  ...['instantaneous_output_kbps', 'rejected_connections', 'expired_keys', 'evicted_keys', 'keyspace_hits', 'keyspace_misses'],
  ...['used_cpu_sys', 'used_cpu_user', 'used_cpu_user_children', 'role', 'connected_slaves'],
]);

/** The shared Redis, or this process's memory if there is none or it does not respond. */
export async function overviewOf(db: Db): Promise<CacheOverview> {
  const shelves = [...localCachesOf(db).values()];
  const sum = (valueOf: (shelf: (typeof shelves)[number]) => number) => shelves.reduce((all, shelf) => all + valueOf(shelf), 0);
  const hitCounts = { hits: sum(({ hits }) => hits), misses: sum(({ misses }) => misses) };
  const { shared } = cacheOf(db);
  const sharedStats = shared && (await describeSharedCache(shared));
  if (sharedStats) {
    const { info, keys, commands } = sharedStats;
    return {
      info: Object.fromEntries(Object.entries(info).filter(([field]) => VISIBLE_FIELDS.has(field))),
      dbSize: keys,
      commandStats: parseCommandStats(commands),
      state: cacheState(db),
      memory: { used: Number(info.used_memory ?? 0), most: Number(info.maxmemory ?? 0) || null },
      ...hitCounts,
    };
  }
  const used = await bytesOf(db);
  const { windows } = cacheOf(db);
  const passed = [...windows.values()].reduce((all, window) => all + window.passes.size, 0);
  return {
    info: processInfo(used),
    dbSize: sum(({ entries }) => entries.size) + passed,
    commandStats: [
      { name: 'get', value: String(hitCounts.hits + hitCounts.misses) },
      { name: 'set', value: String(sum(({ puts }) => puts)) },
    ],
    state: cacheState(db),
    memory: { used, most: null },
    ...hitCounts,
  };
}

/** Parses `cmdstat_get: calls=21,usec=175,…`; most called first. */
function parseCommandStats(stats: Record<string, string>): { name: string; value: string }[] {
  const calls = Object.entries(stats).map(([field, text]) => ({
    name: field.replace(/^cmdstat_/, '').replace('|', ' '),
    value: /calls=(\d+)/.exec(text)?.[1] ?? '0',
  }));
  return calls.sort((one, other) => Number(other.value) - Number(one.value)).slice(0, MAX_COMMANDS);
}

/** Estimated bytes in memory, extrapolated from a sample of each name. */
async function bytesOf(db: Db): Promise<number> {
  let bytes = 0;
  for (const { entries } of localCachesOf(db).values()) {
    const sizes = await Promise.all([...entries.values()].slice(0, SAMPLE_SIZE).map(async ({ value }) => sizeOf(await value)));
    if (sizes.length > 0) bytes += (sizes.reduce((all, each) => all + each, 0) / sizes.length) * entries.size;
  }
  return Math.round(bytes);
}

/** This process in the fields that RuoYi clients show. */
const processInfo = (used: number): Record<string, string> => ({
  redis_version: `Node.js ${process.version}`,
  redis_mode: 'standalone',
  tcp_port: '-',
  connected_clients: '1',
  uptime_in_seconds: String(Math.floor(process.uptime())),
  uptime_in_days: String(Math.floor(process.uptime() / 86_400)),
  used_memory: String(used),
  used_memory_human: `${(used / 1024).toFixed(1)}K`,
  used_cpu_user_children: '0.00',
  maxmemory_human: '0B',
  aof_enabled: '0',
  rdb_last_bgsave_status: 'ok',
  instantaneous_input_kbps: '0.00',
  instantaneous_output_kbps: '0.00',
});
