import { z } from 'zod';
import { audited, Flag, Id, int, optionalText, orderedIds, orderNumbers, text, unlessBlank, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const DepartmentInput = z.object({
  /** 0: top level. */
  parentId: unlessBlank(int(0, Number.MAX_SAFE_INTEGER)),
  deptName: text(30, /^[^<>]*$/),
  /** Position among siblings, ascending. */
  orderNum: int(0, 9999),
  leader: optionalText(20),
  phone: optionalText(20, /^[0-9 +()-]{5,20}$/),
  email: optionalText(50, MAIL),
  /** `1`: takes no new child departments. */
  status: unlessBlank(Flag),
  version: Version,
});

export const Department = z.object({
  deptId: Id,
  parentId: z.int(),
  /** From the root to the parent, e.g. `0,100,101`. */
  ancestors: z.string(),
  deptName: z.string(),
  orderNum: z.int(),
  leader: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  status: Flag,
  delFlag: z.literal('0'),
  /** Null in lists. */
  parentName: z.string().nullable(),
  /** Direct members. Deletion requires 0. */
  userCount: z.int(),
  children: z.array(z.never()),
  remark: z.null(),
  ...audited,
  /** Null: created by the installation. */
  createBy: z.string().nullable(),
});
export type Department = z.output<typeof Department>;

/** The list is complete and flat. */
export const departments = defineResource({
  domain: 'system',
  name: 'dept',
  key: 'deptId',
  ownWords: ['status', 'remark'], // departments have no remark, so there is no label
  log: '部门管理',
  operations: ['list', 'read', 'add', 'edit', 'remove'],
  record: Department,
  input: DepartmentInput,
  filters: z.object({ deptId: Id, parentId: int(0, Number.MAX_SAFE_INTEGER), deptName: text(30), status: Flag }).partial(),
  wire: {},
  sortable: [],
});

/** `PUT /system/dept/updateSort`: one number per department. */
export const DepartmentOrder = z
  .object({ deptIds: orderedIds(5000), orderNums: orderNumbers(5000) })
  .refine(({ deptIds, orderNums }) => deptIds.length === orderNums.length && new Set(deptIds).size === deptIds.length, {
    path: ['orderNums'],
  });
