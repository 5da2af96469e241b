import { answerFields, type FormNode, type Json, NAME } from '@suyuan/forms';
import { Button, Input } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Select } from '../../../ui/select.tsx';
import { SortArea, SortHandle } from '../../../ui/sort-handle.tsx';
import { FieldControl } from '../board-control.tsx';
import { useDesigner, useDesignerStore } from '../designer-store.ts';
import { initialTexts } from '../designer-texts.ts';
import { ListSection, Note } from '../parts.tsx';

export function TabEditor({ node }: { node: FormNode }) {
  const t = useTranslations();
  const store = useDesignerStore();
  const tabs = node.children ?? [];
  const move = (id: number, over: number) => {
    const [from, to] = [tabs.findIndex((tab) => tab.id === id), tabs.findIndex((tab) => tab.id === over)];
    if (from >= 0 && to >= 0) store.dispatch({ do: 'move', ids: [id], to: from < to ? { after: over } : { before: over } });
  };
  const step = (id: number, by: -1 | 1) => {
    const over = tabs[tabs.findIndex((tab) => tab.id === id) + by];
    if (over) move(id, over.id);
  };
  const add = () => {
    const label = t('tool.build.nth', { number: tabs.length + 1, noun: 'tab' });
    store.dispatch({ do: 'add', type: 'tab', words: initialTexts(t, 'tab', label), at: { inside: node.id } });
    store.dispatch({ do: 'select', ids: [node.id] });
  };
  return (
    <ListSection title={t('tool.build.setting.children')}>
      <SortArea onMove={move}>
        <ul className="mt-0 mb-2 list-none p-0">
          {tabs.map((tab) => (
            <li key={tab.id} className="flex items-center gap-1 bg-surface py-0.5">
              <SortHandle
                id={tab.id}
                group={node.id}
                label={t('tool.build.moveLine', { name: tab.label ?? tab.name })}
                onStep={(by) => step(tab.id, by)}
              />
              <Input
                size="small"
                className="flex-1"
                aria-label={t('tool.build.tabTitle')}
                value={tab.label ?? ''}
                onChange={(event) => store.dispatch({ do: 'set', ids: [tab.id], changes: { label: event.target.value } })}
              />
              <Button
                size="small"
                type="text"
                aria-label={t('tool.build.removeOneOf', { name: tab.label ?? tab.name })}
                icon={<Icon name="close" />}
                disabled={tabs.length === 1}
                onClick={() => store.dispatch({ do: 'remove', ids: [tab.id] })}
              />
            </li>
          ))}
        </ul>
      </SortArea>
      <Button size="small" type="dashed" block icon={<Icon name="plus" />} onClick={add}>
        {t('tool.build.addTab')}
      </Button>
    </ListSection>
  );
}

export function FieldPicker({
  id,
  value,
  onChange,
}: {
  id: string;
  value: string | undefined;
  onChange: (next: string | undefined) => void;
}) {
  const fields = useDesigner(({ editor }) => editor.doc.fields);
  return (
    <Select
      id={id}
      size="small"
      allowClear
      value={value ?? null}
      options={answerFields(fields).map(({ name, label }) => ({ value: name, label: label ? `${label} ${name}` : name }))}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

interface PanelLineProps {
  label: ReactNode;
  fault?: string | undefined;
  hint?: string | undefined;
  /** Label above the control, for controls of full width. */
  wide?: boolean;
  children: (id: string, describedBy: string | undefined) => ReactNode;
}

const fullWidthControls = '[&>:is(.ant-select,.ant-input-number,.ant-picker,.ant-segmented-block)]:w-full!';

export function PanelLine({ label, fault, hint, wide = false, children }: PanelLineProps) {
  const id = useId();
  const note = fault ?? hint;
  return (
    <div className={`mb-2 grid min-h-6 items-center gap-x-2 gap-y-1 ${wide ? 'grid-cols-1' : 'grid-cols-[96px_minmax(0,1fr)]'}`}>
      <label className="text-[13px]/5 text-ink" htmlFor={id}>
        {label}
      </label>
      <div className={`min-w-0 ${fullWidthControls}`}>
        {children(id, note ? `${id}-note` : undefined)}
        {note && (
          <Note id={`${id}-note`} kind={fault ? 'fault' : 'hint'} {...(fault && { role: 'alert' })}>
            {note}
          </Note>
        )}
      </div>
    </div>
  );
}

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

export function DefaultValueEditor({
  node,
  label,
  onChange,
}: {
  node: FormNode;
  label: string;
  onChange: (next: Json | undefined) => void;
}) {
  const t = useTranslations();
  const enabledNode: FormNode = { ...node, props: { ...node.props, disabled: false, readOnly: false, size: 'small' } };
  return (
    <PanelLine label={label} wide>
      {(id) => (
        <div className="overflow-x-auto">
          <FieldControl node={enabledNode} id={id} label={label} value={node.defaultValue} onChange={onChange} />
          {node.defaultValue !== undefined && (
            <Button size="small" type="text" onClick={() => onChange(undefined)}>
              {t('tool.build.noDefault')}
            </Button>
          )}
        </div>
      )}
    </PanelLine>
  );
}
