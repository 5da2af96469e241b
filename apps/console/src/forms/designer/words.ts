import type { Translate, WordKey } from '@suyuan/contract';
import { type CachedSession, type FieldType, type NodeWords, specOf } from '@suyuan/forms';

const FIRST = 2;

const texts: Partial<Record<FieldType, WordKey>> = { button: 'tool.build.buttonText', upload: 'tool.build.uploadText' };

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

export const toldWords = (t: Translate, { what, params }: CachedSession) =>
  t(`tool.build.told.${what}`, { count: 0, label: '', position: 0, of: 0, name: '', ...params });
