import type { ProblemName } from '@suyuan/contract';
import pg from 'pg';
import { Problem } from '../http/problem.ts';
import { isInsufficientPrivilege } from './connect.ts';

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
