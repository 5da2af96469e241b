import type { ProblemName } from '@suyuan/contract';
import pg from 'pg';
import { Problem } from '../http/problem.ts';
import { isRightMissing } from './connect.ts';

/**
 * Runs `write`; where PostgreSQL refuses it by one of the named constraints, refuses with that problem instead.
 * The database is the judge: asking first and writing after would let two callers pass at once.
 */
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

/** Runs a statement that the role of the application may lack the right to. @throws databaseRightMissing where it does */
export const withinRights = <T>(statement: Promise<T>): Promise<T> =>
  statement.catch((cause: unknown) => {
    throw isRightMissing(cause) ? new Problem('databaseRightMissing', {}, { cause }) : cause;
  });
