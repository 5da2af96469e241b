import type { ProblemName } from '@suyuan/contract';
import pg from 'pg';
import { Problem } from '../problem.ts';
import { isInsufficientPrivilege } from './connect.ts';

/**
 * Errors that a retry may resolve: cancelled statements and locks, serialization conflicts, lost connections, failed writes. Also a server
 * that starts, stops, is full or is a standby, and prepared statements that became invalid inside a transaction.
 */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  // a missing server socket, as opposed to a missing file
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect';
  if (code === '0A000') return 'routine' in error && error.routine === 'RevalidateCachedQuery';
  const connectionLoss =
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|connection has been discarded/;
  return (
    connectionLoss.test(error.message) ||
    /^(57014|55P03|25006|26000|40001|40P01|53\d{3}|57P0[1-4]|58030|08\d{3}|ECONNREFUSED|ECONNRESET|EPIPE|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/.test(
      code,
    )
  );
}

/** Maps constraint violations to problems. A check before the write would be a race condition. */
export async function mapConstraintErrors<T>(
  constraints: Record<string, ProblemName>,
  params: Record<string, unknown>,
  write: Promise<T>,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const problem = error instanceof pg.DatabaseError && error.constraint && constraints[error.constraint];
    throw problem ? new Problem(problem, params, { cause: error }) : error;
  }
}

/** @throws databaseRightMissing if the application's role lacks a right */
export const mapPrivilegeError = <T>(statement: Promise<T>): Promise<T> =>
  statement.catch((cause: unknown) => {
    throw isInsufficientPrivilege(cause) ? new Problem('databaseRightMissing', {}, { cause }) : cause;
  });
