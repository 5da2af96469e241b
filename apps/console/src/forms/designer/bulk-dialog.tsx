import { type FieldType, fieldTypes, type NewField, specOf } from '@suyuan/forms';
import { Input, Tag } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { MountedModal } from '../../ui/form-parts.tsx';
import { TypeIcon } from './designer-icons.tsx';
import { useDesigner, useDesignerStore } from './designer-store.ts';
import { initialTexts } from './designer-texts.ts';
import { Note } from './parts.tsx';

/** Maximum lines per import. */
const MAX_LINES = 200;

/** Creates components from pasted lines: `name`, `name, type`, `name*` for a required field, `name, type, fieldKey`. */
export function BulkDialog() {
  const t = useTranslations();
  const store = useDesignerStore();
  const pasted = useDesigner((state) => state.pasted);
  const [text, setText] = useState(pasted);
  const fields = parseFields(t, text);
  const close = () => store.update({ dialog: undefined, pasted: '' });
  const add = () => {
    store.dispatch({ do: 'addMany', fields: fields.map(({ line: _, ...field }) => field) });
    close();
  };
  return (
    <MountedModal
      width={720}
      title={t('tool.build.bulk')}
      okText={t('tool.build.bulkAdd', { count: fields.length })}
      okButtonProps={{ disabled: fields.length === 0 }}
      onOk={add}
      onCancel={close}
    >
      <Note>{t('tool.build.bulkHint')}</Note>
      <div className="mt-3 grid grid-cols-[1fr_1fr] gap-4 max-md:grid-cols-[1fr]">
        <Input.TextArea
          autoFocus
          rows={12}
          value={text}
          aria-label={t('tool.build.bulkText')}
          placeholder={t('tool.build.bulkExample')}
          onChange={(event) => setText(event.target.value)}
        />
        <ul className="m-0 max-h-70 list-none overflow-auto p-0" aria-label={t('tool.build.bulkFound')}>
          {fields.map(({ type, words, required, line }) => (
            <li key={line} className="flex items-center gap-2 py-1">
              <TypeIcon type={type} />
              <span>{words.label}</span>
              <Tag>{t(`tool.build.type.${type}`)}</Tag>
              {required && <Tag color="red">{t('tool.build.setting.required')}</Tag>}
            </li>
          ))}
        </ul>
      </div>
    </MountedModal>
  );
}

type ParsedField = NewField & { line: number };

/** Parses lines into components. The type is a label in the current language or the internal name. */
function parseFields(t: ReturnType<typeof useTranslations>, text: string): ParsedField[] {
  const typeByWord = new Map<string, FieldType>(
    fieldTypes
      .filter((type) => specOf(type).group)
      .flatMap((type): [string, FieldType][] => [
        [type, type],
        [t(`tool.build.type.${type}`).toLowerCase(), type],
      ]),
  );
  const findType = (word: string): FieldType | undefined => {
    const query = word.toLowerCase();
    const partialMatch = [...typeByWord].find(([name]) => query.length > 1 && (name.includes(query) || query.includes(name)));
    return typeByWord.get(query) ?? partialMatch?.[1];
  };
  return text
    .split('\n')
    .slice(0, MAX_LINES)
    .flatMap((line, index): ParsedField[] => {
      const [name = '', ...otherParts] = line.split(/[,，\t|]/).map((part) => part.trim());
      const label = name.replace(/[*＊]/g, '').trim();
      if (!label) return [];
      const type = otherParts.map(findType).find((match) => match !== undefined) ?? 'input';
      const key = otherParts.find((word) => /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(word) && !findType(word));
      const required = /[*＊]/.test(name) || otherParts.some((word) => /^(必填|required)$/i.test(word));
      return [{ line: index, type, words: initialTexts(t, type, label), ...(key && { name: key }), ...(required && { required }) }];
    });
}
