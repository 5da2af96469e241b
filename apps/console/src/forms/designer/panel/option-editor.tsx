import type { FormNode, Option } from '@suyuan/forms';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../../data/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SortArea, SortHandle } from '../../../ui/sort-handle.tsx';
import { useDesignerStore, useTypedText } from '../designer-store.ts';
import { ListSection, Note } from '../parts.tsx';
import {
  formatOptions,
  moveOption,
  nextValue,
  type OptionLine,
  type OptionPath,
  parseOptions,
  parseValue,
  removeOption,
  toLines,
  updateOption,
} from './option-list.ts';

const isNested = (node: FormNode) => node.type === 'cascader' || node.type === 'tree-select';
/** Longer lists are edited as text only, for performance. */
const MAX_LINES = 100;

export function OptionEditor({ node }: { node: FormNode }) {
  const t = useTranslations();
  const store = useDesignerStore();
  const [isTextMode, setTextMode] = useState(false);
  const options = node.options ?? [];
  if (node.source && node.source.mode !== 'static') return null;
  const lines = toLines(options);
  const set = (next: Option[]) => store.dispatch({ do: 'set', ids: [node.id], changes: { options: next } });
  const add = (parent?: OptionLine) => {
    const value = nextValue(options);
    const newOption = { label: t('tool.build.nth', { number: lines.length + 1, noun: 'option' }), value };
    set(
      parent ? updateOption(options, parent.path, { children: [...(parent.option.children ?? []), newOption] }) : [...options, newOption],
    );
  };
  const isText = isTextMode || lines.length > MAX_LINES;
  return (
    <ListSection
      title={t('tool.build.setting.options')}
      action={
        <Button size="small" type="link" onClick={() => setTextMode(!isTextMode)} disabled={lines.length > MAX_LINES}>
          {t(isText ? 'tool.build.asLines' : 'tool.build.asText')}
        </Button>
      }
    >
      {isText ? (
        <OptionText node={node} onChange={set} />
      ) : (
        <OptionLines lines={lines} options={options} nested={isNested(node)} onChange={set} onAdd={add} />
      )}
      {!isText && (
        <Button size="small" type="dashed" block icon={<Icon name="plus" />} onClick={() => add()}>
          {t('tool.build.addOption')}
        </Button>
      )}
    </ListSection>
  );
}

function OptionText({ node, onChange }: { node: FormNode; onChange: (next: Option[]) => void }) {
  const t = useTranslations();
  const [text, setText] = useTypedText(node.options ?? [], formatOptions);
  const numbers = toLines(node.options ?? []).every(({ option }) => typeof option.value === 'number');
  return (
    <>
      <Input.TextArea
        className="mb-2!"
        aria-label={t('tool.build.setting.options')}
        autoSize={{ minRows: 4, maxRows: 14 }}
        value={text}
        onChange={(event) => {
          const next = parseOptions(event.target.value, isNested(node), numbers);
          setText(event.target.value, next);
          onChange(next);
        }}
      />
      <Note>{t(isNested(node) ? 'tool.build.optionTextTree' : 'tool.build.optionText')}</Note>
    </>
  );
}

interface OptionLinesProps {
  lines: OptionLine[];
  options: Option[];
  nested: boolean;
  onChange: (next: Option[]) => void;
  onAdd: (parent: OptionLine) => void;
}

const parentKey = (path: OptionPath) => path.slice(0, -1).join('.');

function OptionLines({ lines, options, nested, onChange, onAdd }: OptionLinesProps) {
  const t = useTranslations();
  const move = (id: number, over: number) => {
    const [one, other] = [lines[id], lines[over]];
    if (one && other && parentKey(one.path) === parentKey(other.path)) onChange(moveOption(options, one.path, other.path.at(-1)!));
  };
  const step = ({ path }: OptionLine, by: -1 | 1) => {
    const to = path.at(-1)! + by;
    if (lines.some((other) => parentKey(other.path) === parentKey(path) && other.path.at(-1) === to))
      onChange(moveOption(options, path, to));
  };
  return (
    <SortArea onMove={move}>
      <ul className="mt-0 mb-2 list-none p-0">
        {lines.map((line, index) => {
          const { option, path } = line;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; labels and values change while they are typed
            <li key={index} className="flex items-center gap-1 bg-surface py-0.5" style={{ paddingInlineStart: (path.length - 1) * 16 }}>
              <SortHandle
                id={index}
                group={parentKey(path)}
                label={t('tool.build.moveLine', { name: option.label })}
                onStep={(by) => step(line, by)}
              />
              <Input
                size="small"
                className="flex-1"
                aria-label={t('tool.build.optionLabel', { number: index + 1 })}
                value={option.label}
                onChange={(event) => onChange(updateOption(options, path, { label: event.target.value }))}
              />
              <Input
                size="small"
                className="mono-text flex-1"
                aria-label={t('tool.build.optionValue', { number: index + 1 })}
                value={String(option.value)}
                onChange={(event) => onChange(updateOption(options, path, { value: parseValue(event.target.value, option.value) }))}
              />
              {nested && (
                <Button
                  size="small"
                  type="text"
                  title={t('tool.build.addBelow')}
                  aria-label={t('tool.build.addBelowOf', { name: option.label })}
                  icon={<Icon name="plus" />}
                  onClick={() => onAdd(line)}
                />
              )}
              <Button
                size="small"
                type="text"
                aria-label={t('tool.build.removeOneOf', { name: option.label })}
                icon={<Icon name="close" />}
                onClick={() => onChange(removeOption(options, path))}
              />
            </li>
          );
        })}
      </ul>
    </SortArea>
  );
}
