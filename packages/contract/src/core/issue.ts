import type { z } from 'zod';
import type { WordKey } from '../words/zh-CN.ts';
import type { Translate } from './words.ts';

type Issue = z.core.$ZodIssue;

const numeric = (origin: string) => origin === 'number' || origin === 'int' || origin === 'bigint';

/** Which sentence says what is wrong with a field, and what it needs to know; forms and server speak alike through it. */
function sentence(issue: Issue): [WordKey, Record<string, unknown>] {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? ['issue.required', {}] : ['issue.type', { expected: issue.expected }];
    case 'too_small':
      if (issue.origin === 'string') return issue.minimum === 1 ? ['issue.required', {}] : ['issue.tooShort', { min: issue.minimum }];
      return numeric(issue.origin) ? ['issue.tooSmall', { min: Number(issue.minimum) }] : ['issue.tooFew', { min: Number(issue.minimum) }];
    case 'too_big':
      if (issue.origin === 'string') return ['issue.tooLong', { max: Number(issue.maximum) }];
      return numeric(issue.origin) ? ['issue.tooLarge', { max: Number(issue.maximum) }] : ['issue.tooMany', { max: Number(issue.maximum) }];
    case 'invalid_value':
      return ['issue.choice', { choices: issue.values.join('、') }];
    case 'custom': {
      const { word, ...params } = (issue.params ?? {}) as { word?: WordKey };
      return [word ?? 'issue.format', params];
    }
    default:
      return ['issue.format', {}];
  }
}

/**
 * Says what is wrong with the field called `title`, in the words that the form uses too.
 * @param hint what would be right, when the field's word pack says so (`<field>.hint`)
 */
export function issueMessage(t: Translate, title: string, issue: Issue, hint?: string): string {
  const [key, params] = sentence(issue);
  if (key === 'issue.format' && hint) return t('issue.formatHint', { field: title, hint });
  return t(key, { ...params, field: title });
}
