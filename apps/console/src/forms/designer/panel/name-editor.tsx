import { type FormNode, NAME } from '@suyuan/forms';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../../data/words.ts';
import { useDesignerStore } from '../state.ts';
import { PanelLine } from './line.tsx';

/** The answer key. A valid name is applied on blur, and rules are updated. */
export function NameEditor({ node, label }: { node: FormNode; label: string }) {
  const t = useTranslations();
  const store = useDesignerStore();
  const [text, setText] = useState(node.name);
  const [isTaken, setIsTaken] = useState(false);
  const fault = NAME.test(text) ? (isTaken ? t('tool.build.nameTaken', { name: text }) : undefined) : t('tool.build.nameWrong');
  const commit = () => {
    if (text === node.name || !NAME.test(text)) return;
    store.dispatch({ do: 'set', ids: [node.id], changes: { name: text } });
    setIsTaken(store.getState().editor.message?.what === 'cannotName');
  };
  return (
    <PanelLine label={label} fault={fault}>
      {(id, describedBy) => (
        <Input
          id={id}
          size="small"
          className="mono-text"
          value={text}
          spellCheck={false}
          status={fault ? 'error' : ''}
          aria-invalid={fault !== undefined}
          aria-describedby={describedBy}
          onChange={(event) => {
            setText(event.target.value);
            setIsTaken(false);
          }}
          onBlur={commit}
          onPressEnter={commit}
        />
      )}
    </PanelLine>
  );
}
