import { type Answers, type DocChange, FormDoc } from '@suyuan/forms';
import { z } from 'zod';
import { audited, createdBetween, Id, int, Moment, optionalLines, orNone, Time, text, Version } from '../core/fields.ts';
import { defineAction, defineResource } from '../core/resource.ts';

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

/** Only published forms accept answers. Closed forms retain theirs. */
export const formStates = ['draft', 'published', 'closed'] as const;
export const FormState = z.enum(formStates);
export type FormState = z.output<typeof FormState>;

export const formAudiences = ['all', 'roles'] as const;

const MAX_ANSWERS = 10_000_000;

const optionalMoment = orNone(Moment);

const FormInput = z.object({
  /** Part of the URL, therefore immutable after the first publication. */
  formKey: text(40, /^[a-z][a-z0-9-]{1,39}$/),
  formName: text(100),
  /** Draft. Users fill in the published version. */
  doc: FormDoc.optional(),
  audience: z.enum(formAudiences).optional(),
  /** Only for audience `roles`. */
  roleIds: z.array(Id).max(50).optional(),
  /** Opening period in Asia/Shanghai. */
  openTime: optionalMoment,
  closeTime: optionalMoment,
  answerMost: orNone(int(1, MAX_ANSWERS)),
  once: z.boolean().optional(),
  remark: optionalLines(500),
  version: Version,
});

export const Form = FormInput.required().extend({
  formId: Id,
  /** Absent in lists. */
  doc: FormDoc.optional(),
  state: FormState,
  /** Null: not yet published. */
  versionNo: z.int().nullable(),
  changed: z.boolean(),
  answerCount: z.int(),
  lastAnswerTime: Time.nullable(),
  roleIds: z.array(Id),
  ...audited,
});
export type Form = z.output<typeof Form>;

export const forms = defineResource({
  domain: 'tool',
  name: 'form',
  key: 'formId',
  ownWords: ['remark'],
  log: '表单管理',
  operations: ['list', 'read', 'add', 'edit', 'remove'],
  record: Form,
  input: FormInput,
  filters: z.object({ formName: text(100), formKey: text(40), state: FormState, ...createdBetween }).partial(),
  sortable: ['formKey', 'formName', 'answerCount', 'createTime'],
});

/** Publishes the draft as a new version. `lossy` confirms that fields with answers are removed, renamed or change their type. */
export const publishForm = defineAction(
  forms,
  'publish',
  z.object({ note: optionalLines(200), lossy: z.boolean().optional(), version: Version }),
);
/** Closing and reopening use the publish permission. */
export const closeForm = { ...defineAction(forms, 'close'), permission: forms.permission('publish') };
export const reopenForm = { ...defineAction(forms, 'reopen'), permission: forms.permission('publish') };

/** Other transitions are rejected. */
export const formLifeCycle = {
  publish: { from: ['draft', 'published'], to: 'published' },
  close: { from: ['published'], to: 'closed' },
  reopen: { from: ['closed'], to: 'published' },
} as const satisfies Record<string, { from: readonly FormState[]; to: FormState }>;
export type FormStep = keyof typeof formLifeCycle;

/** Immutable. */
export const FormVersion = z.object({
  formId: Id,
  versionNo: z.int(),
  /** Of the database representation. Hexadecimal. */
  sha256: z.string(),
  note: z.string().nullable(),
  publishBy: z.string(),
  publishTime: Time,
  answerCount: z.int(),
  /** Absent in lists. */
  doc: FormDoc.optional(),
});
export type FormVersion = z.output<typeof FormVersion>;

export interface FormChange {
  change: DocChange;
  /** Answers in removed, renamed or retyped fields. */
  answerCount: number;
}

export interface FormToFill {
  formKey: string;
  formName: string;
  versionNo: number;
  doc: FormDoc;
  remark: string | null;
  closeTime: string | null;
  ownCount: number;
}

export type FormOffer = Pick<FormToFill, 'formKey' | 'formName' | 'remark' | 'closeTime' | 'ownCount'>;

/** `versionNo`: the version that the user saw. */
export const FormFill = z.object({
  versionNo: int(1, 1e6),
  data: z.record(z.string().max(64), z.json()).transform((data) => data as Answers),
});
