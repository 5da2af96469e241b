import { type Answers, type DocChange, FormDoc } from '@suyuan/forms';
import { z } from 'zod';
import { defineAction } from '../core/action.ts';
import { audited, createdBetween, Id, int, Moment, optionalLines, orNone, Time, text, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** Life of a form: only what is published is filled in; a closed one keeps its answers. */
export const formStates = ['draft', 'published', 'closed'] as const;
export const FormState = z.enum(formStates);
export type FormState = z.output<typeof FormState>;

/** Who may fill it in: everybody who is signed in, or those of some roles. */
export const formAudiences = ['all', 'roles'] as const;

/** Answers that one form takes, at most, where it names a number. */
const MOST_ANSWERS = 10_000_000;

const optionalMoment = orNone(Moment);

const FormInput = z.object({
  /** Part of its address, so it never changes hands: small letters, digits and hyphens. */
  formKey: text(40, /^[a-z][a-z0-9-]{1,39}$/),
  formName: text(100),
  /** The draft; what is filled in is the published version. */
  doc: FormDoc.optional(),
  audience: z.enum(formAudiences).optional(),
  /** Of audience `roles`. */
  roleIds: z.array(Id).max(50).optional(),
  /** Open from and until, in Asia/Shanghai. */
  openTime: optionalMoment,
  closeTime: optionalMoment,
  /** It takes so many answers and no more. */
  answerMost: orNone(int(1, MOST_ANSWERS)),
  /** Each person answers once. */
  once: z.boolean().optional(),
  remark: optionalLines(500),
  version: Version,
});

export const Form = FormInput.required().extend({
  formId: Id,
  /** Absent in lists. */
  doc: FormDoc.optional(),
  state: FormState,
  /** The published version; null: there is none yet. */
  versionNo: z.int().nullable(),
  /** Whether the draft differs from the published version. */
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
  log: '表单管理',
  operations: ['list', 'read', 'add', 'edit', 'remove'],
  record: Form,
  input: FormInput,
  filters: z.object({ formName: text(100), formKey: text(40), state: FormState, ...createdBetween }).partial(),
  sortable: ['formKey', 'formName', 'answerCount', 'createTime'],
});

/** Makes the draft the next version. With `lossy` even where fields are lost, renamed or retyped that answers have. */
export const publishForm = defineAction(
  forms,
  'publish',
  z.object({ note: optionalLines(200), lossy: z.boolean().optional(), version: Version }),
);
/** Opening and closing belong to whoever may publish. */
export const closeForm = { ...defineAction(forms, 'close'), permission: forms.permission('publish') };
export const reopenForm = { ...defineAction(forms, 'reopen'), permission: forms.permission('publish') };

/** Where each step leads from and to; what is not here cannot happen. */
export const formLifeCycle = {
  publish: { from: ['draft', 'published'], to: 'published' },
  close: { from: ['published'], to: 'closed' },
  reopen: { from: ['closed'], to: 'published' },
} as const satisfies Record<string, { from: readonly FormState[]; to: FormState }>;
export type FormStep = keyof typeof formLifeCycle;

/** One published version; it never changes. */
export const FormVersion = z.object({
  formId: Id,
  versionNo: z.int(),
  /** Of the document as the database writes it, 64 hexadecimal digits. */
  sha256: z.string(),
  note: z.string().nullable(),
  publishBy: z.string(),
  publishTime: Time,
  answerCount: z.int(),
  /** Absent in lists. */
  doc: FormDoc.optional(),
});
export type FormVersion = z.output<typeof FormVersion>;

/** How a document differs from the version before it. */
export interface FormChange {
  change: DocChange;
  /** Answers that have something in a field that is lost, renamed or retyped. */
  answerCount: number;
}

/** A published form as whoever may fill it in sees it. */
export interface FormToFill {
  formKey: string;
  formName: string;
  versionNo: number;
  doc: FormDoc;
  remark: string | null;
  closeTime: string | null;
  /** Answers that the asker has given so far. */
  ownCount: number;
}

/** A form that somebody may fill in now, in the list of them. */
export type FormOffer = Pick<FormToFill, 'formKey' | 'formName' | 'remark' | 'closeTime' | 'ownCount'>;

/** What somebody fills in; `versionNo` is the version that they saw. */
export const FormFill = z.object({
  versionNo: int(1, 1e6),
  data: z.record(z.string().max(64), z.json()).transform((data) => data as Answers),
});
