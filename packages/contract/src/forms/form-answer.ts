import { z } from 'zod';
import { createdBetween, Id, int, Time, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

export const FormAnswer = z.object({
  answerId: Id,
  formId: Id,
  versionNo: z.int(),
  data: z.record(z.string(), z.json()),
  createBy: z.string(),
  nickName: z.string(),
  deptName: z.string().nullable(),
  ip: z.string().nullable(),
  createTime: Time,
});
export type FormAnswer = z.output<typeof FormAnswer>;

const answers = defineResource({
  domain: 'tool',
  name: 'formAnswer',
  key: 'answerId',
  ownWords: ['createBy', 'createTime'],
  log: '表单提交记录',
  operations: ['list', 'read', 'remove', 'export'],
  record: FormAnswer,
  input: z.object({}),
  filters: z.object({ formId: Id, versionNo: int(1, 1e6), createBy: text(30), ...createdBetween }).partial(),
  sortable: ['createTime'],
});

/** Permissions of the form apply. */
export const formAnswers: typeof answers = {
  ...answers,
  permission: (operation) => (operation === 'export' ? 'tool:form:export' : operation === 'remove' ? 'tool:form:remove' : 'tool:form:data'),
};
