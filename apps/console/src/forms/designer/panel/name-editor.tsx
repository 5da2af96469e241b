import { type FormNode, NAME } from '@suyuan/forms';
import { Input } from 'antd';
import { useState } from 'react';
import { useWords } from '../../../data/words.ts';
import { useDesignerStore } from '../state.ts';
import { Line } from './line.tsx';

/** The key of an answer. What is typed becomes the name on leaving the field, and only where it can; rules follow it. */
export function NameEditor({ node, label }: { node: FormNode; label: string }) {
  const t = useWords();
  const store = useDesignerStore();
  const [typed, setTyped] = useState(node.name);
  const [taken, setTaken] = useState(false);
  const fault = NAME.test(typed) ? (taken ? t('tool.build.nameTaken', { name: typed }) : undefined) : t('tool.build.nameWrong');
  const commit = () => {
    if (typed === node.name || !NAME.test(typed)) return;
    store.act({ do: 'set', ids: [node.id], changes: { name: typed } });
    setTaken(store.getState().editor.told?.what === 'cannotName');
  };
  return (
    <Line label={label} fault={fault}>
      {(id, describedBy) => (
        <Input
          id={id}
          size="small"
          className="mono-text"
          value={typed}
          spellCheck={false}
          status={fault ? 'error' : ''}
          aria-invalid={fault !== undefined}
          aria-describedby={describedBy}
          onChange={(event) => {
            setTyped(event.target.value);
            setTaken(false);
          }}
          onBlur={commit}
          onPressEnter={commit}
        />
      )}
    </Line>
  );
}
