import { z } from 'zod';
import { Flag, Id, int, optionalText, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

export const DeptInput = z.object({
  parentId: int(0, Number.MAX_SAFE_INTEGER),
  deptName: text(30),
  orderNum: int(0, 9999),
  leader: optionalText(20),
  phone: optionalText(11),
  email: optionalText(50),
  status: Flag.optional(),
});

export const Dept = DeptInput.required().extend({ deptId: Id, ancestors: z.string() });

/** A tree departs from the grammar twice: its list is whole and in `data`, and it is removed one by one with the soft refusal 601. */
export const depts = defineResource({
  domain: 'system',
  name: 'dept',
  key: 'deptId',
  log: '部门管理',
  operations: ['read', 'add', 'edit'],
  record: Dept,
  input: DeptInput,
  filters: z.object({ deptName: text(30), status: Flag }).partial(),
  sortable: [],
});
