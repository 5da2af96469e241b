import { type Answers, type DocChange, FormDoc } from '@suyuan/forms';
import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, f } from '../core/field-kinds.ts';
import { Id, int, Moment, optionalLines, Time, Version } from '../core/fields.ts';
import { defineLifeCycle } from '../core/life-cycle.ts';
import { defineResource, type RecordOf } from '../core/resource.ts';

const answers = defineResource({
  domain: 'tool',
  name: 'formAnswer',
  key: 'answerId',
  rest: 'form-answers',
  ownWords: ['createBy', 'createTime'],
  log: '表单提交记录',
  operations: ['list', 'read', 'remove', 'export'],
  fields: {
    formId: f.reference().stored(),
    versionNo: f.number(1, 1e6).stored(),
    data: f.json(z.record(z.string(), z.json())).stored(),
    createBy: f.text(30).stored(),
    nickName: f.serverText(),
    deptName: f.serverText().optional(),
    ip: f.serverText().optional(),
    createTime: f.time(),
  },
  filters: ['formId', 'versionNo', 'createBy', 'created'],
  sortable: ['createTime'],
  columns: ['nickName', 'versionNo', 'deptName', 'createTime'],
});

export const FormAnswer = answers.record;
export type FormAnswer = RecordOf<typeof answers>;

/** Permissions of the form apply. */
export const formAnswers: typeof answers = {
  ...answers,
  permission: (operation) => (operation === 'export' ? 'tool:form:export' : operation === 'remove' ? 'tool:form:remove' : 'tool:form:data'),
};

/** Only published forms accept answers. Closed forms retain theirs. */
export const formStates = ['draft', 'published', 'closed'] as const;
export type FormState = (typeof formStates)[number];

export const formAudiences = ['all', 'roles'] as const;

const { version, ...auditTrail } = audited;

const moment = f.of('time', Moment).optional();

export const forms = defineResource({
  domain: 'tool',
  name: 'form',
  key: 'formId',
  rest: 'forms',
  ownWords: ['remark'],
  log: '表单管理',
  operations: ['list', 'read', 'add', 'edit', 'remove'],
  fields: {
    /** Part of the URL, therefore immutable after the first publication. */
    formKey: f.code(40, /^[a-z][a-z0-9-]{1,39}$/).unique('formKeyTaken'),
    formName: f.text(100),
    /** Draft. Users fill in the published version. Absent in lists. */
    doc: f.json(FormDoc).omittable().readAs(FormDoc.optional()),
    audience: f.choice(formAudiences).omittable().initially('all'),
    /** Only for audience `roles`. */
    roleIds: f.json(z.array(Id).max(50)).omittable(),
    /** Opening period in Asia/Shanghai. */
    openTime: moment,
    closeTime: moment,
    answerMost: f.number(1, 10_000_000).optional(),
    once: f.boolean().omittable().initially(false),
    remark: f.lines(500).optional(),
    version,
    formId: f.reference().stored(),
    state: f.choice(formStates).stored(),
    /** Null: not yet published. */
    versionNo: f.serverNumber().stored().optional(),
    changed: f.boolean().computed(),
    answerCount: f.serverNumber().stored(),
    lastAnswerTime: f.time().computed().optional(),
    ...auditTrail,
  },
  filters: ['formName', 'formKey', 'state', 'created'],
  tabs: { field: 'state' },
  sortable: ['formKey', 'formName', 'answerCount', 'createTime'],
  columns: ['formName', 'state', 'versionNo', 'answerCount', 'lastAnswerTime', 'audience', 'openTime', 'createBy', 'createTime'],
  form: ['formName', 'formKey', 'audience', 'roleIds', 'openTime', 'closeTime'],
  moreForm: ['answerMost', 'once', 'remark'],
});

export const Form = forms.record;
export type Form = RecordOf<typeof forms>;

const publishAccess = { permission: forms.permission('publish') };

export const formLifeCycle = defineLifeCycle(forms, 'formStateWrong', {
  /** Publishes the draft as a new version. `lossy` confirms that fields with answers are removed, renamed or change their type. */
  publish: {
    from: ['draft', 'published'],
    to: 'published',
    body: z.object({ note: optionalLines(200), lossy: z.boolean().optional(), version: Version }),
    data: z.object({ versionNo: z.int() }),
    forward: true,
  },
  close: { from: ['published'], to: 'closed', access: publishAccess, danger: true, impact: ['answerCount'] },
  reopen: { from: ['closed'], to: 'published', access: publishAccess, forward: true, immediate: true },
});

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

/** One difference between two documents. The cast: further keys depend on the kind of change. */
const Change = z.looseObject({ change: z.string() }) as unknown as z.ZodType<DocChange>;

const FormChange = z.object({
  change: Change,
  /** Answers in removed, renamed or retyped fields. */
  answerCount: z.int(),
});
export type FormChange = z.output<typeof FormChange>;

const FormOffer = z.object({
  formKey: z.string(),
  formName: z.string(),
  remark: z.string().nullable(),
  closeTime: Time.nullable(),
  ownCount: z.int(),
});
export type FormOffer = z.output<typeof FormOffer>;

const FormToFill = FormOffer.extend({ versionNo: z.int(), doc: FormDoc });
export type FormToFill = z.output<typeof FormToFill>;

/** `versionNo`: the version that the user saw. */
export const FormFill = z.object({
  versionNo: int(1, 1e6),
  data: z.record(z.string().max(64), z.json()).transform((data) => data as Answers),
});

/** Of the draft since the published version. */
export const formChanges = defineEndpoint(forms, 'GET /:id/changes', { permission: 'read', data: z.array(FormChange) });
export const formVersions = defineEndpoint(forms, 'GET /:id/versions', { permission: 'read', data: z.array(FormVersion) });
/** One version with its document and its changes since the previous one. */
export const formVersion = defineEndpoint(forms, 'GET /:id/versions/:versionNo', {
  permission: 'read',
  params: { versionNo: int(1, 1e6) },
  data: FormVersion.extend({ changes: z.array(Change) }),
});

/** Sign-in suffices. The form's audience decides. */
export const formOffers = defineEndpoint(forms, 'GET /fill', { access: 'signedIn', rest: 'GET /fillable-forms', data: z.array(FormOffer) });
const params = { formKey: z.string().max(40) };
export const formToFill = defineEndpoint(forms, 'GET /fill/:formKey', {
  access: 'signedIn',
  rest: 'GET /fillable-forms/:formKey',
  params,
  data: FormToFill,
});
export const fillForm = defineEndpoint(forms, 'POST /fill/:formKey', {
  access: 'signedIn',
  rest: 'POST /fillable-forms/:formKey/answers',
  params,
  body: FormFill,
  data: z.object({ answerId: z.int() }),
  log: { title: formAnswers.log ?? '', type: 'add' },
});
