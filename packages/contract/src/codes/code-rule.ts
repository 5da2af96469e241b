import { DEFAULT_SHAPE } from '@suyuan/codes';
import { z } from 'zod';
import { audited, f } from '../core/field-kinds.ts';
import { Moment } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** Content of a printed symbol: a link to the verification site, a GS1 Digital Link, or the bare code. */
export const CodeForm = z.enum(['url', 'digitalLink', 'number']);
export type CodeForm = z.output<typeof CodeForm>;

/** The prefix may be empty: codes then start with the serial. */
const Prefix = z.preprocess(
  (value) => (value == null ? '' : value),
  z
    .string()
    .trim()
    .regex(/^[A-HJKMNP-TV-Z0-9]{0,4}$/),
);

/** Derived from a key, or foreign and stored as digests. Foreign codes have no shape. */
export const CodeKind = z.enum(['derived', 'stored']);
export type CodeKind = z.output<typeof CodeKind>;

const { version, ...auditTrail } = audited;

export const codeRules = defineResource({
  domain: 'manage',
  name: 'codeRule',
  key: 'codeRuleId',
  rest: 'code-rules',
  log: '码规则',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export'],
  fields: {
    ruleName: f.text(50).unique('codeRuleNameTaken'),
    /** Absent: derived. */
    kind: f.choice(CodeKind.options).absentIfBlank().initially('derived'),
    prefix: f.of('text', Prefix, {}, { max: 4 }).initially(DEFAULT_SHAPE.prefix),
    alphabet: f.choice(['base32', 'decimal']).optional().initially(DEFAULT_SHAPE.alphabet),
    serialDigits: f.number(1, 12).optional().initially(DEFAULT_SHAPE.serialDigits),
    tagDigits: f.number(1, 12).optional().initially(DEFAULT_SHAPE.tagDigits),
    /** Adds a Luhn mod r character, so that the client detects typing errors without a request. */
    checkCharacter: f.boolean().omittable().initially(DEFAULT_SHAPE.checkCharacter),
    /** 0: no PIN. */
    pinDigits: f.number(0, 8).omittable().initially(0),
    form: f.choice(CodeForm.options).omittable().initially('url'),
    status: f.flag().omittable().initially('0'),
    remark: f.lines(500).optional(),
    version,
    codeRuleId: f.reference().stored(),
    spaceId: f.reference().stored(),
    /** 0: variable. */
    length: f.serverNumber(),
    epoch: f.serverNumber(),
    epochCount: f.serverNumber(),
    /** Includes other rules with the same code space. */
    issuedCount: f.serverNumber(),
    leftCount: f.serverNumber(),
    batchCount: f.serverNumber(),
    ...auditTrail,
  },
  filters: ['ruleName', 'kind', 'alphabet', 'status'],
  moreFilters: { beginTime: f.of('time', Moment), endTime: f.of('time', Moment) },
  sortable: ['ruleName', 'createTime'],
  /** In place of the alphabet, the page shows a sample. */
  references: ['batchCount'],
  columns: ['ruleName', 'status', 'alphabet', 'length', 'form', 'issuedCount', 'epochCount', 'batchCount', 'createTime'],
  hiddenColumns: ['createTime'],
  form: ['kind', 'ruleName', 'alphabet', 'prefix', 'serialDigits', 'tagDigits', 'checkCharacter', 'pinDigits'],
  moreForm: ['form', 'status', 'remark'],
});

export const CodeRule = codeRules.record;
