import { issueMessage, type Translate, type WordKey } from '@suyuan/contract';
import { type EditorMessage, type FieldType, type NodeWords, specOf, type TextFault } from '@suyuan/forms';
import type { CodeError } from '../../ui/code-editor.tsx';

export function faultText(t: Translate, { what, line, column, params, path, issue }: TextFault): CodeError {
  const message =
    what === 'issue' && issue
      ? t('tool.build.code.issue', { line, says: issueMessage(t, (path ?? []).map(String).join('.') || t('tool.build.code.whole'), issue) })
      : t(`issue.form.text.${what as Exclude<TextFault['what'], 'issue'>}`, { line, column, key: '', version: '', ...params });
  return { line, message };
}

const INITIAL_OPTIONS = 2;

const textKeys: Partial<Record<FieldType, WordKey>> = { button: 'tool.build.buttonText', upload: 'tool.build.uploadText' };

export function initialTexts(t: Translate, type: FieldType, label = t(`tool.build.type.${type}`)): NodeWords {
  const { placeholder } = specOf(type);
  const optionLabels = Array.from({ length: INITIAL_OPTIONS }, (_, index) =>
    t('tool.build.nth', { number: index + 1, noun: type === 'tabs' ? 'tab' : 'option' }),
  );
  return {
    label,
    placeholder:
      placeholder === 'pair'
        ? [t(`tool.build.from.${type === 'range' ? 'day' : 'time'}`), t(`tool.build.to.${type === 'range' ? 'day' : 'time'}`)]
        : placeholder && t(`tool.build.${placeholder}`, { label }),
    options: optionLabels,
    text: t(textKeys[type] ?? 'tool.build.paragraphText'),
  };
}

export const announcementText = (t: Translate, { what, params }: EditorMessage) =>
  t(`tool.build.announcement.${what}`, { count: 0, label: '', position: 0, of: 0, name: '', ...params });
