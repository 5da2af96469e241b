import { type RawBuilder, sql } from 'kysely';

/** The rows an actor may see, by the department that owns them; a row that fits any part is seen. */
export type DataScope =
  | 'all'
  | {
      deptIds: number[];
      /** Root of a branch: the department itself and all below it. */
      branch: number | null;
      /** Whose own rows are seen. */
      userId: number | null;
    };

/** Sees no row that belongs to anybody. */
export const nothing: DataScope = { deptIds: [], branch: null, userId: null };

/**
 * The condition that keeps a query within `scope`. Every query over owned rows has it, reads and writes alike.
 * @param owner columns of the owning department and, where rows have one, of the owning user
 */
export function inScope(scope: DataScope, owner: { dept: string; user?: string }): RawBuilder<boolean> {
  if (scope === 'all') return sql<boolean>`true`;
  const department = sql.ref(owner.dept);
  const parts = [
    sql<boolean>`${department} = any(${scope.deptIds}::bigint[])`,
    sql<boolean>`${department} in (select d.dept_id from dept d where d.dept_id = ${scope.branch}::bigint or ${scope.branch}::bigint = any(d.ancestors))`,
    ...(owner.user ? [sql<boolean>`${sql.ref(owner.user)} = ${scope.userId}::bigint`] : []),
  ];
  return sql<boolean>`coalesce(${sql.join(parts, sql` or `)}, false)`;
}
