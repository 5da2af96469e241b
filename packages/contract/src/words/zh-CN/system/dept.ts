/** Words of depts. */
export const dept = {
  'system.dept': '部门',
  'system.dept.deptName': '部门名称',
  'system.dept.parentId': '上级部门',
  'system.dept.orderNum': '显示顺序',
  'system.dept.leader': '负责人',
  'system.dept.phone': '联系电话',
  'system.dept.email': '邮箱',
  'system.dept.status': '部门状态',
  'system.dept.deptId': '部门编号',
  'system.dept.ancestors': '祖级',
} as const;
