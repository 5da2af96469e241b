import type { AnswerFault, DocFault } from '@suyuan/forms';
import type { Translate } from '../core/words.ts';
import type { WordKey } from '../words/zh-CN.ts';

/** Says what is wrong with an answer of a form; browser and server speak alike through it. A sentence of the form's author comes first. */
export function formFaultText(t: Translate, { fault, label, params = {} }: Pick<AnswerFault, 'fault' | 'label' | 'params'>): string {
  if (typeof params.message === 'string' && params.message) return params.message;
  if (fault === 'pattern') return t('issue.form.patternPlain', { field: label });
  return t(`issue.form.${fault}` as WordKey, { field: label, ...params });
}

/** What is not right with a form, and what would be, as a sentence. */
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

/** What is wrong with one field of a refused answer: its way, `items.2.price`, and the sentence. */
export interface FormFieldFault {
  path: string;
  reason: string;
}
