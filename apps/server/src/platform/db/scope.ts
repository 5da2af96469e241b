import { type RawBuilder, sql } from 'kysely';

/** Matching any part is enough. */
export type DataScope =
  | 'all'
  | {
      deptIds: number[];
      /** Root of a branch: the department and all below it. */
      branch: number | null;
      /** User whose own rows are visible. */
      userId: number | null;
    };

/** Matches no owned row. */
export const emptyScope: DataScope = { deptIds: [], branch: null, userId: null };

/**
 * Every query over owned rows needs this condition, for reads and writes.
 * @param owner columns of the owning department and, where rows have one, of the owning user
 */
export function inScope(scope: DataScope, owner: { dept: string; user?: string }): RawBuilder<boolean> {
  if (scope === 'all') return sql<boolean>`true`;
  const department = sql.ref(owner.dept);
  const parts = [
    sql<boolean>`${department} = any(${scope.deptIds}::bigint[])`,
    sql<boolean>`${department} in (select d.dept_id from department d where d.dept_id = ${scope.branch}::bigint or ${scope.branch}::bigint = any(d.ancestors))`,
    ...(owner.user ? [sql<boolean>`${sql.ref(owner.user)} = ${scope.userId}::bigint`] : []),
  ];
  return sql<boolean>`coalesce(${sql.join(parts, sql` or `)}, false)`;
}

/** For rows that belong to departments by `deptId` and to users by `createBy`. */
export const ownedInScope = (scope: DataScope, table: string) => inScope(scope, { dept: `${table}.deptId`, user: `${table}.createBy` });

export const usersInScope = (scope: DataScope, table = 'users') => inScope(scope, { dept: `${table}.deptId`, user: `${table}.userId` });
