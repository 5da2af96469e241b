import { z } from 'zod';
import { audited, createdBetween, Flag, Id, int, optionalLines, text, unlessBlank, Version } from '../core/fields.ts';
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

const Alphabet = z.enum(['base32', 'decimal']);

const CodeRuleInput = z.object({
  ruleName: text(50),
  /** Absent: derived. */
  kind: unlessBlank(CodeKind),
  prefix: Prefix,
  alphabet: unlessBlank(Alphabet),
  serialDigits: unlessBlank(int(1, 12)),
  tagDigits: unlessBlank(int(1, 12)),
  /** Adds a Luhn mod r character, so that the client detects typing errors without a request. */
  checkCharacter: z.boolean().optional(),
  /** 0: no PIN. */
  pinDigits: int(0, 8).optional(),
  form: CodeForm.optional(),
  status: Flag.optional(),
  remark: optionalLines(500),
  version: Version,
});

export const CodeRule = CodeRuleInput.required().extend({
  codeRuleId: Id,
  kind: CodeKind,
  alphabet: Alphabet.nullable(),
  serialDigits: z.int().nullable(),
  tagDigits: z.int().nullable(),
  spaceId: Id,
  /** 0: variable. */
  length: z.int(),
  epoch: z.int(),
  epochCount: z.int(),
  /** Includes other rules with the same code space. */
  issuedCount: z.int(),
  leftCount: z.int(),
  batchCount: z.int(),
  ...audited,
});

export const codeRules = defineResource({
  domain: 'manage',
  name: 'codeRule',
  key: 'codeRuleId',
  log: '码规则',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export'],
  record: CodeRule,
  input: CodeRuleInput,
  filters: z.object({ ruleName: text(50), kind: CodeKind, alphabet: Alphabet, status: Flag, ...createdBetween }).partial(),
  sortable: ['ruleName', 'createTime'],
});
