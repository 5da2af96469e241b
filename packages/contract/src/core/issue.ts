import type { z } from 'zod';
import type { WordKey } from '../words/zh-CN.ts';
import { isExact } from './fields.ts';
import type { Translate } from './words.ts';

type Issue = z.core.$ZodIssue;

/**
 * Selected fields instead of typed ones: keys of other records and dictionary values. Ambiguous names include the prefix of their word
 * key.
 */
const CHOICE_FIELDS =
  /(Ids?|(^|\.)(noticeType|jobGroup)|^system\.dictData\.dictType|^monitor\.job\.invokeTarget|^manage\.traceability\.level)$/;

const isMissing = ({ input }: Issue) => input === undefined || input === null || input === '';

const numeric = (origin: string) => origin === 'number' || origin === 'int' || origin === 'bigint';

/** Shared by forms and server. */
function sentence(t: Translate, issue: Issue, name: string): [WordKey, Record<string, unknown>] {
  switch (issue.code) {
    case 'invalid_type':
      if (typeof issue.input === 'number' && issue.expected === 'string' && !isExact(issue.input))
        return [Number.isNaN(issue.input) ? 'issue.formulaError' : 'issue.longNumber', {}];
      return isMissing(issue) ? [missingWord(name), {}] : ['issue.type', { expected: issue.expected }];
    case 'too_small':
      if (issue.origin === 'string') return issue.minimum === 1 ? [missingWord(name), {}] : ['issue.tooShort', { min: issue.minimum }];
      if (issue.origin === 'array' && issue.minimum === 1)
        return [CHOICE_FIELDS.test(name) ? 'issue.unchosen' : 'issue.tooFew', { min: 1 }];
      if (!numeric(issue.origin)) return ['issue.tooFew', { min: Number(issue.minimum) }];
      return [issue.inclusive === false ? 'issue.notAbove' : 'issue.tooSmall', { min: Number(issue.minimum) }];
    case 'too_big':
      if (issue.origin === 'string') return ['issue.tooLong', { max: Number(issue.maximum) }];
      return numeric(issue.origin) ? ['issue.tooLarge', { max: Number(issue.maximum) }] : ['issue.tooMany', { max: Number(issue.maximum) }];
    case 'invalid_value':
      return isMissing(issue) ? ['issue.unchosen', {}] : ['issue.choice', { choices: issue.values.join(t('kit.joint')) }];
    case 'custom': {
      const { word, ...params } = (issue.params ?? {}) as { word?: WordKey };
      return [word === 'issue.required' ? missingWord(name) : (word ?? 'issue.format'), params];
    }
    case 'invalid_format':
      return [issue.input === '' ? missingWord(name) : 'issue.format', {}];
    default:
      return ['issue.format', {}];
  }
}

export const missingWord = (name: string): WordKey => (CHOICE_FIELDS.test(name) ? 'issue.unchosen' : 'issue.required');

/**
 * Message for the field labelled `title`.
 * @param hint the expected format, if the word pack has `<field>.hint`
 * @param name the field's word key or name; default: the last name in the path of the issue
 */
export function issueMessage(t: Translate, title: string, issue: Issue, hint?: string, name = lastName(issue)): string {
  const [key, params] = sentence(t, issue, name);
  if (key === 'issue.format' && hint) return t('issue.formatHint', { field: title, hint });
  return t(key, { ...params, field: title });
}

const lastName = ({ path }: Issue) => String(path.findLast((part) => typeof part === 'string') ?? '');
