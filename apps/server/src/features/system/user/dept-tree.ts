import type { TreeNode } from '@suyuan/contract';

interface DeptRow {
  deptId: number;
  parentId: number | null;
  deptName: string;
  status: string;
}

/** Departments as a tree; one whose parent is not among them stands at the top. A suspended one cannot be chosen. */
export function deptTree(rows: DeptRow[]): TreeNode[] {
  const nodes = new Map<number, TreeNode>();
  for (const { deptId, deptName, status } of rows) nodes.set(deptId, { id: deptId, label: deptName, disabled: status === '1' });
  const tops: TreeNode[] = [];
  for (const { deptId, parentId } of rows) {
    const [node, parent] = [nodes.get(deptId), nodes.get(parentId ?? 0)];
    if (!node) continue;
    if (!parent) tops.push(node);
    else parent.children = [...(parent.children ?? []), node];
  }
  return tops;
}
