import { z } from 'zod';
import { audited, createdBetween, Flag, Id, int, optionalLines, text, unlessBlank, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** What a camera reads: a link on the shopper's site, a GS1 Digital Link, or the bare code. */
export const CodeForm = z.enum(['url', 'digitalLink', 'number']);
export type CodeForm = z.output<typeof CodeForm>;

/** A blank prefix is one: codes may start with their serial. */
const Prefix = z.preprocess(
  (value) => (value == null ? '' : value),
  z
    .string()
    .trim()
    .regex(/^[A-HJKMNP-TV-Z0-9]{0,4}$/),
);

/** Codes that are made of keys, or that others made and whose fingerprints are stored: those have no shape of ours. */
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
  /** Ends the text with a Luhn mod r character, so that a mistyped code is told from a forged one before asking. */
  checkCharacter: z.boolean().optional(),
  /** Digits of the second, hidden code; 0: none. */
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
  /** Characters of a whole code; 0 where they are of any length. */
  length: z.int(),
  epoch: z.int(),
  /** Key epochs whose codes verify. */
  epochCount: z.int(),
  /** Codes issued from this rule's space, by any rule that shares it. */
  issuedCount: z.int(),
  /** Codes that the space can still give. */
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
