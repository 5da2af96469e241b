import type { Translate } from '@suyuan/contract';
import type { DocFault } from '@suyuan/forms';

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
