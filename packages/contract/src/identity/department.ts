import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, f } from '../core/field-kinds.ts';
import { orderedIds, orderNumbers } from '../core/fields.ts';
import { defineResource, type RecordOf } from '../core/resource.ts';
import { TreeNode } from './menu.ts';

const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const parentId = f.parent().absentIfBlank();

/** The list is complete and flat. */
export const departments = defineResource({
  domain: 'system',
  name: 'dept',
  key: 'deptId',
  rest: 'departments',
  ownWords: ['status', 'remark'], // departments have no remark, so there is no label
  log: '部门管理',
  operations: ['list', 'read', 'add', 'edit', 'remove'],
  fields: {
    deptId: f.reference().stored(),
    parentId,
    /** From the root to the parent, e.g. `0,100,101`. */
    ancestors: f.serverText(),
    deptName: f.text(30, /^[^<>]*$/),
    /** Position among siblings, ascending. */
    orderNum: f.number(0, 9999),
    leader: f.text(20).optional(),
    phone: f.text(20, /^[0-9 +()-]{5,20}$/).optional(),
    email: f.text(50, MAIL).optional(),
    /** `1`: takes no new child departments. */
    status: f.flag().absentIfBlank().initially('0'),
    delFlag: f.json(z.literal('0')).computed(),
    /** Null in lists. */
    parentName: f.serverText().optional(),
    /** Direct members. Deletion requires 0. */
    userCount: f.serverNumber().onlyWith('userCounts'),
    children: f.json(z.array(z.never())).computed(),
    remark: f.json(z.null()).computed(),
    ...audited,
    /** Null: created by the installation. */
    createBy: audited.createBy.optional(),
  },
  filters: ['deptName', 'status'],
  moreFilters: { deptId: f.reference(), parentId },
  sortable: [],
  references: ['userCount'],
  columns: ['deptName', 'status', 'leader', 'phone', 'userCount', 'orderNum', 'createTime'],
  form: ['parentId', 'deptName', 'orderNum', 'leader', 'phone', 'email', 'status'],
  wire: {},
});

export const Department = departments.record;
export type Department = RecordOf<typeof departments>;

/** `PUT /system/dept/updateSort`: one number per department. */
export const DepartmentOrder = z
  .object({ deptIds: orderedIds(5000), orderNums: orderNumbers(5000) })
  .refine(({ deptIds, orderNums }) => deptIds.length === orderNums.length && new Set(deptIds).size === deptIds.length, {
    path: ['orderNums'],
  });

const matching = { permission: 'list', filters: departments.filters } as const;

export const departmentList = defineEndpoint(departments, 'GET /list', { ...matching, data: z.array(Department) });
/** All departments without the branch of one, to choose its parent from. */
export const departmentsOutside = defineEndpoint(departments, 'GET /list/exclude/:id', {
  permission: 'list',
  rest: false,
  data: z.array(Department),
});
/** RuoYi's older address of `userDepartments`. */
export const departmentTree = defineEndpoint(departments, 'GET /treeselect', { ...matching, rest: false, data: z.array(TreeNode) });
export const sortDepartments = defineEndpoint(departments, 'PUT /updateSort', {
  permission: 'edit',
  rest: 'PUT /departments/order',
  body: DepartmentOrder,
  log: { title: '保存部门排序', type: 'edit' },
});
