/** Settings of the embedded PostgreSQL that differ from the defaults. fsync, full_page_writes and synchronous_commit stay on. */
export const ownSettings: Record<string, string | number> = {
  listen_addresses: '127.0.0.1',
  // A socket path is limited to 107 bytes, which a long folder name exceeds.
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: '256MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  random_page_cost: 1.1,
  jit: 'off',
  TimeZone: 'Asia/Shanghai',
  log_timezone: 'Asia/Shanghai',
  log_checkpoints: 'off',
  // Milliseconds after which statements of a killed server end and release their locks.
  client_connection_check_interval: 1000,
};
