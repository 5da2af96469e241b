import { type FieldType, fieldTypes, type NewField, specOf } from '@suyuan/forms';
import { Input, Modal, Tag } from 'antd';
import { useState } from 'react';
import { useWords } from '../../data/words.ts';
import { useDesigner, useDesignerStore } from './state.ts';
import { TypeIcon } from './type-icon.tsx';
import { wordsOf } from './words.ts';

/** Maximum lines per import. */
const MOST = 200;

/** Creates components from pasted lines: `name`, `name, type`, `name*` for a required field, `name, type, fieldKey`. */
export function BulkDialog() {
  const t = useWords();
  const store = useDesignerStore();
  const pasted = useDesigner((state) => state.pasted);
  const [text, setText] = useState(pasted);
  const fields = fieldsOf(t, text);
  const close = () => store.show({ dialog: undefined, pasted: '' });
  const add = () => {
    store.act({ do: 'addMany', fields: fields.map(({ line: _, ...field }) => field) });
    close();
  };
  return (
    <Modal
      open
      width={720}
      title={t('tool.build.bulk')}
      okText={t('tool.build.bulkAdd', { count: fields.length })}
      cancelText={t('kit.cancel')}
      okButtonProps={{ disabled: fields.length === 0 }}
      onOk={add}
      onCancel={close}
    >
      <p className="panel-hint">{t('tool.build.bulkHint')}</p>
      <div className="bulk">
        <Input.TextArea
          autoFocus
          rows={12}
          value={text}
          aria-label={t('tool.build.bulkText')}
          placeholder={t('tool.build.bulkExample')}
          onChange={(event) => setText(event.target.value)}
        />
        <ul aria-label={t('tool.build.bulkFound')}>
          {fields.map(({ type, words, required, line }) => (
            <li key={line}>
              <TypeIcon type={type} />
              <span>{words.label}</span>
              <Tag>{t(`tool.build.type.${type}`)}</Tag>
              {required && <Tag color="red">{t('tool.build.setting.required')}</Tag>}
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
}

type Found = NewField & { line: number };

/** Parses lines into components. The type is a label in the current language or the internal name. */
function fieldsOf(t: ReturnType<typeof useWords>, text: string): Found[] {
  const byWord = new Map<string, FieldType>(
    fieldTypes
      .filter((type) => specOf(type).group)
      .flatMap((type): [string, FieldType][] => [
        [type, type],
        [t(`tool.build.type.${type}`).toLowerCase(), type],
      ]),
  );
  const find = (word: string): FieldType | undefined => {
    const wanted = word.toLowerCase();
    const near = [...byWord].find(([name]) => wanted.length > 1 && (name.includes(wanted) || wanted.includes(name)));
    return byWord.get(wanted) ?? near?.[1];
  };
  return text
    .split('\n')
    .slice(0, MOST)
    .flatMap((line, index): Found[] => {
      const [name = '', ...rest] = line.split(/[,，\t|]/).map((part) => part.trim());
      const label = name.replace(/[*＊]/g, '').trim();
      if (!label) return [];
      const type = rest.map(find).find((found) => found !== undefined) ?? 'input';
      const key = rest.find((word) => /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(word) && !find(word));
      const required = /[*＊]/.test(name) || rest.some((word) => /^(必填|required)$/i.test(word));
      return [{ line: index, type, words: wordsOf(t, type, label), ...(key && { name: key }), ...(required && { required }) }];
    });
}
