import { z } from 'zod';
import { audited, createdBetween, Flag, Id, int, optionalLines, text, Version } from '../core/fields.ts';
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

const CodeRuleInput = z.object({
  ruleName: text(50),
  prefix: Prefix,
  alphabet: z.enum(['base32', 'decimal']),
  serialDigits: int(1, 12),
  tagDigits: int(1, 12),
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
  spaceId: Id,
  /** Characters of a whole code. */
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
  filters: z.object({ ruleName: text(50), alphabet: z.enum(['base32', 'decimal']), status: Flag, ...createdBetween }).partial(),
  sortable: ['ruleName', 'createTime'],
});
