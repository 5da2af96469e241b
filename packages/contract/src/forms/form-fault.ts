import type { AnswerFault, DocFault } from '@suyuan/forms';
import type { Translate } from '../core/words.ts';
import type { WordKey } from '../words/zh-CN.ts';

/** Shared by browser and server. A custom message of the form takes precedence. */
export function formFaultText(t: Translate, { fault, label, params = {} }: Pick<AnswerFault, 'fault' | 'label' | 'params'>): string {
  if (typeof params.message === 'string' && params.message) return params.message;
  if (fault === 'pattern') return t('issue.form.patternPlain', { field: label });
  return t(`issue.form.${fault}` as WordKey, { field: label, ...params });
}

export const docFaultText = (t: Translate, { what, label, params }: DocFault): string =>
  t(`issue.form.doc.${what}`, {
    label,
    name: '',
    pattern: '',
    refusal: '',
    value: '',
    ...params,
    rule: params.rule ? t(`tool.build.rule.${params.rule}`) : '',
  });

/** `path` is e.g. `items.2.price`. */
export interface FormFieldFault {
  path: string;
  reason: string;
}
