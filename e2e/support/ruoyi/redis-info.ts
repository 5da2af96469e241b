/** Redis INFO as returned by RuoYi: all values are strings. */

const keysOf = (text: string) => text.trim().split(/\s+/);

/** Keys with the same value. */
const groups: [value: string, keys: string][] = [
  [
    '0',
    `
    active_defrag_hits active_defrag_key_hits active_defrag_key_misses active_defrag_misses active_defrag_running aof_enabled
    aof_last_cow_size aof_rewrite_in_progress aof_rewrite_scheduled aof_rewrites aof_rewrites_consecutive_failures async_loading
    blocked_clients client_recent_max_output_buffer clients_in_timeout_table cluster_connections cluster_enabled connected_slaves
    current_active_defrag_time current_cow_peak current_cow_size current_cow_size_age current_eviction_exceeded_time
    current_save_keys_processed current_save_keys_total dump_payload_sanitizations evicted_clients evicted_keys
    expired_time_cap_reached_count io_threaded_reads_processed io_threaded_writes_processed io_threads_active latest_fork_usec
    lazyfree_pending_objects lazyfreed_objects loading master_repl_offset maxmemory mem_aof_buffer mem_clients_slaves
    mem_cluster_links mem_not_counted_for_evict mem_replication_backlog mem_total_replication_buffers migrate_cached_sockets
    module_fork_in_progress module_fork_last_cow_size number_of_cached_scripts number_of_functions number_of_libraries pubsub_channels
    pubsub_patterns pubsubshard_channels rdb_bgsave_in_progress rdb_last_cow_size rdb_last_load_keys_expired rdb_last_load_keys_loaded
    rdb_saves redis_git_dirty rejected_connections repl_backlog_active repl_backlog_first_byte_offset repl_backlog_histlen
    slave_expires_tracked_keys sync_full sync_partial_err sync_partial_ok total_active_defrag_time total_eviction_exceeded_time
    total_forks total_net_repl_input_bytes total_net_repl_output_bytes tracking_clients tracking_total_items tracking_total_keys
    tracking_total_prefixes unexpected_error_replies uptime_in_days used_memory_scripts_eval
    `,
  ],
  [
    '-1',
    `
    aof_current_rewrite_time_sec aof_last_rewrite_time_sec rdb_current_bgsave_time_sec rdb_last_bgsave_time_sec second_repl_offset
    `,
  ],
  [
    '10',
    `
    configured_hz hz
    `,
  ],
  [
    '1024',
    `
    allocator_active allocator_allocated allocator_frag_bytes allocator_resident allocator_rss_bytes client_recent_max_input_buffer
    expire_cycle_cpu_milliseconds keyspace_hits keyspace_misses mem_clients_normal mem_fragmentation_bytes rdb_changes_since_last_save
    reply_buffer_expands reply_buffer_shrinks rss_overhead_bytes total_commands_processed total_net_input_bytes total_net_output_bytes
    total_reads_processed total_writes_processed used_memory_dataset used_memory_functions used_memory_lua used_memory_overhead
    used_memory_scripts used_memory_vm_eval used_memory_vm_functions used_memory_vm_total
    `,
  ],
  [
    'ok',
    `
    aof_last_bgrewrite_status aof_last_write_status rdb_last_bgsave_status
    `,
  ],
];

const named: Record<string, string> = {
  uptime_in_seconds: '7200',
  maxmemory_human: '0B',
  master_replid2: '0000000000000000000000000000000000000000',
  rss_overhead_ratio: '1.55',
  redis_build_id: '62f6b9d0c1a2e3f4',
  instantaneous_input_repl_kbps: '0.00',
  multiplexing_api: 'epoll',
  redis_mode: 'standalone',
  total_system_memory: '4123168768',
  maxclients: '10000',
  redis_version: '7.0.15',
  instantaneous_ops_per_sec: '38',
  used_memory_human: '1.02M',
  total_error_replies: '6',
  role: 'master',
  used_memory_startup: '862416',
  used_cpu_sys_main_thread: '5.100000',
  used_memory_dataset_perc: '21.40%',
  allocator_frag_ratio: '1.21',
  arch_bits: '64',
  used_cpu_user_main_thread: '7.290000',
  mem_fragmentation_ratio: '9.20',
  master_replid: 'f1e2d3c4b5a697887766554433221100ffeeddcc',
  config_file: '',
  lru_clock: '2430000',
  maxmemory_policy: 'noeviction',
  run_id: '5b1c9d0e7f6a4b3c2d1e0f9a8b7c6d5e4f3a2b1c',
  expired_keys: '64',
  errorstat_ERR: 'count=6',
  used_memory: '1073480',
  server_time_usec: '1764000000000000',
  executable: '/usr/bin/redis-server',
  db0: 'keys=21,expires=2,avg_ttl=1713342',
  used_memory_peak_human: '1.22M',
  tcp_port: '6379',
  used_memory_peak_perc: '83.60%',
  used_memory_scripts_human: '184B',
  process_supervised: 'no',
  used_cpu_user: '7.310000',
  atomicvar_api: 'c11-builtin',
  allocator_rss_ratio: '2.11',
  mem_allocator: 'jemalloc-5.3.0',
  used_memory_peak: '1284032',
  used_memory_vm_total_human: '63.00K',
  process_id: '214',
  master_failover_state: 'no-failover',
  used_cpu_sys: '5.120000',
  repl_backlog_size: '1048576',
  gcc_version: '12.2.0',
  total_system_memory_human: '3.84G',
  connected_clients: '1',
  monotonic_clock: 'POSIX clock_gettime',
  instantaneous_output_repl_kbps: '0.00',
  current_fork_perc: '0.00',
  instantaneous_input_kbps: '2.45',
  used_memory_rss_human: '9.41M',
  expired_stale_perc: '0.00',
  used_cpu_sys_children: '0.000000',
  used_memory_lua_human: '31.00K',
  rdb_last_save_time: '1764000000',
  redis_git_sha1: '00000000',
  used_memory_rss: '9871360',
  os: 'Linux 6.1.0 x86_64',
  instantaneous_output_kbps: '17.30',
  used_cpu_user_children: '0.000000',
  total_connections_received: '15',
};

export const redisInfo: Record<string, string> = {
  ...Object.fromEntries(groups.flatMap(([value, keys]) => keysOf(keys).map((key) => [key, value]))),
  ...named,
};

/** Calls by command, as strings. */
export const commandStats = [
  { name: 'get', value: '412' },
  { name: 'setex', value: '96' },
  { name: 'keys', value: '31' },
  { name: 'info', value: '18' },
  { name: 'del', value: '12' },
  { name: 'expire', value: '9' },
];
