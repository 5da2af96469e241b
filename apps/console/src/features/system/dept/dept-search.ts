import type { Dept } from '@suyuan/contract';

/** The departments that fit the filters of the address, with those above them: what is found keeps its place in the tree. */
export function matching(rows: readonly Dept[], { deptName = '', leader = '', status }: Record<string, string | undefined>): Dept[] {
  const holds = (text: string | null, part: string) => (text ?? '').toLowerCase().includes(part.toLowerCase());
  const known = new Map(rows.map((row) => [row.deptId, row]));
  const kept = new Set<number>();
  for (const row of rows) {
    const fits = holds(row.deptName, deptName) && holds(row.leader, leader) && (!status || row.status === status);
    for (let at = fits ? row : undefined; at && !kept.has(at.deptId); at = known.get(at.parentId)) kept.add(at.deptId);
  }
  return rows.filter(({ deptId }) => kept.has(deptId));
}
