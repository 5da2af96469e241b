/**
 * Tells what passes by itself: a statement or lock that PostgreSQL cut, two transactions that stood in each other's way, a server that is
 * starting, stopping, out of room or not yet the primary, a disk that failed one write, upon which it begins anew, a connection that broke.
 */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // a socket of the server's that is not there, as against a file
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  const lost = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;
  return (
    lost.test(error.message) ||
    /^(57014|55P03|25006|40001|40P01|53\d{3}|57P0[1-4]|58030|08\d{3}|ECONNREFUSED|ECONNRESET|EPIPE|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/.test(
      code,
    )
  );
}
