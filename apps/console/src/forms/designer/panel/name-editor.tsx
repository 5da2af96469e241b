import { type FormNode, NAME } from '@suyuan/forms';
import { Input } from 'antd';
import { useState } from 'react';
import { useWords } from '../../../data/words.ts';
import { useDesignerStore } from '../state.ts';
import { Line } from './line.tsx';

/** The answer key. A valid name is applied on blur, and rules are updated. */
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
