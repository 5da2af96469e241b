/**
 * Errors that a retry may resolve: cancelled statements and locks, serialization conflicts, lost connections, failed writes. Also a server
 * that starts, stops, is full or is a standby.
 */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // a missing server socket, as opposed to a missing file
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  const connectionLoss = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;
  return (
    connectionLoss.test(error.message) ||
    /^(57014|55P03|25006|40001|40P01|53\d{3}|57P0[1-4]|58030|08\d{3}|ECONNREFUSED|ECONNRESET|EPIPE|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/.test(
      code,
    )
  );
}
