import type { ProblemName } from '@suyuan/contract';
import pg from 'pg';
import { Problem } from '../http/problem.ts';
import { isRightMissing } from './connect.ts';

/** Maps constraint violations to problems. A check before the write would be a race condition. */
export async function refusing<T>(
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
export const withinRights = <T>(statement: Promise<T>): Promise<T> =>
  statement.catch((cause: unknown) => {
    throw isRightMissing(cause) ? new Problem('databaseRightMissing', {}, { cause }) : cause;
  });
