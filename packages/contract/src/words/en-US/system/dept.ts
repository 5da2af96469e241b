import type { dept as chinese } from '../../zh-CN/system/dept.ts';

export const dept: Record<keyof typeof chinese, string> = {
  'system.dept': 'Department',
  'system.dept.deptName': 'Name',
  'system.dept.parentId': 'Parent',
  'system.dept.orderNum': 'Order',
  'system.dept.leader': 'Leader',
  'system.dept.phone': 'Phone',
  'system.dept.email': 'E-mail',
  'system.dept.status': 'Status',
  'system.dept.deptId': 'Number',
  'system.dept.ancestors': 'Ancestors',
};
