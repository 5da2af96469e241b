import type { Translate, WordKey } from '@suyuan/contract';
import { type CachedSession, type FieldType, type NodeWords, specOf } from '@suyuan/forms';

/** What the first options and tabs of a new component are called. */
const FIRST = 2;

/** What stands on a new button, and in a new paragraph. */
const texts: Partial<Record<FieldType, WordKey>> = { button: 'tool.build.buttonText', upload: 'tool.build.uploadText' };

/** How a new component of a type is worded in the language in use. */
export function wordsOf(t: Translate, type: FieldType, label = t(`tool.build.type.${type}`)): NodeWords {
  const { placeholder } = specOf(type);
  const numbered = Array.from({ length: FIRST }, (_, index) =>
    t('tool.build.nth', { number: index + 1, noun: type === 'tabs' ? 'tab' : 'option' }),
  );
  return {
    label,
    placeholder:
      placeholder === 'pair'
        ? [t(`tool.build.from.${type === 'range' ? 'day' : 'time'}`), t(`tool.build.to.${type === 'range' ? 'day' : 'time'}`)]
        : placeholder && t(`tool.build.${placeholder}`, { label }),
    options: numbered,
    text: t(texts[type] ?? 'tool.build.paragraphText'),
  };
}

/** What a screen reader hears of the last command. */
export const toldWords = (t: Translate, { what, params }: CachedSession) =>
  t(`tool.build.told.${what}`, { count: 0, label: '', position: 0, of: 0, name: '', ...params });
