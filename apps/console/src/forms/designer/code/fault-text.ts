import { issueMessage, type Translate } from '@suyuan/contract';
import type { TextFault } from '@suyuan/forms';
import type { CodeError } from '../../../ui/code-editor.tsx';

export function faultText(t: Translate, { what, line, column, params, path, issue }: TextFault): CodeError {
  const message =
    what === 'issue' && issue
      ? t('tool.build.code.issue', { line, says: issueMessage(t, (path ?? []).map(String).join('.') || t('tool.build.code.whole'), issue) })
      : t(`issue.form.text.${what as Exclude<TextFault['what'], 'issue'>}`, { line, column, key: '', version: '', ...params });
  return { line, message };
}
