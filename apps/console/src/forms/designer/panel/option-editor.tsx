import type { FormNode, Option } from '@suyuan/forms';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useWords } from '../../../data/words.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SortArea, SortHandle } from '../../../ui/sort-handle.tsx';
import { useDesignerStore } from '../state.ts';
import { changed, freshValue, linesOf, moved, type OptionLine, optionsOf, textOf, valueTyped, type Way, without } from './option-list.ts';

const nests = (node: FormNode) => node.type === 'cascader' || node.type === 'tree-select';
/** Longer lists are edited as text only, for performance. */
const MOST_LINES = 100;

export function OptionEditor({ node }: { node: FormNode }) {
  const t = useWords();
  const store = useDesignerStore();
  const [asText, setAsText] = useState(false);
  const options = node.options ?? [];
  if (node.source && node.source.mode !== 'static') return null;
  const lines = linesOf(options);
  const set = (next: Option[]) => store.act({ do: 'set', ids: [node.id], changes: { options: next } });
  const add = (below?: OptionLine) => {
    const value = freshValue(options);
    const fresh = { label: t('tool.build.nth', { number: lines.length + 1, noun: 'option' }), value };
    set(below ? changed(options, below.way, { children: [...(below.option.children ?? []), fresh] }) : [...options, fresh]);
  };
  const text = asText || lines.length > MOST_LINES;
  return (
    <div className="panel-list">
      <h4>
        {t('tool.build.setting.options')}
        <Button size="small" type="link" onClick={() => setAsText(!asText)} disabled={lines.length > MOST_LINES}>
          {t(text ? 'tool.build.asLines' : 'tool.build.asText')}
        </Button>
      </h4>
      {text ? (
        <OptionText node={node} onChange={set} />
      ) : (
        <OptionLines lines={lines} options={options} nested={nests(node)} onChange={set} onAdd={add} />
      )}
      {!text && (
        <Button size="small" type="dashed" block icon={<Icon name="plus" />} onClick={() => add()}>
          {t('tool.build.addOption')}
        </Button>
      )}
    </div>
  );
}

function OptionText({ node, onChange }: { node: FormNode; onChange: (next: Option[]) => void }) {
  const t = useWords();
  const [text, setText] = useState(() => textOf(node.options ?? []));
  const numbers = linesOf(node.options ?? []).every(({ option }) => typeof option.value === 'number');
  return (
    <>
      <Input.TextArea
        aria-label={t('tool.build.setting.options')}
        autoSize={{ minRows: 4, maxRows: 14 }}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange(optionsOf(event.target.value, nests(node), numbers));
        }}
      />
      <p className="panel-hint">{t(nests(node) ? 'tool.build.optionTextTree' : 'tool.build.optionText')}</p>
    </>
  );
}

interface OptionLinesProps {
  lines: OptionLine[];
  options: Option[];
  nested: boolean;
  onChange: (next: Option[]) => void;
  onAdd: (below: OptionLine) => void;
}

const groupOf = (way: Way) => way.slice(0, -1).join('.');

function OptionLines({ lines, options, nested, onChange, onAdd }: OptionLinesProps) {
  const t = useWords();
  const move = (id: number, over: number) => {
    const [one, other] = [lines[id], lines[over]];
    if (one && other && groupOf(one.way) === groupOf(other.way)) onChange(moved(options, one.way, other.way.at(-1)!));
  };
  const step = ({ way }: OptionLine, by: -1 | 1) => {
    const to = way.at(-1)! + by;
    if (lines.some((other) => groupOf(other.way) === groupOf(way) && other.way.at(-1) === to)) onChange(moved(options, way, to));
  };
  return (
    <SortArea onMove={move}>
      <ul>
        {lines.map((line, index) => {
          const { option, way } = line;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place; labels and values change while they are typed
            <li key={index} style={{ paddingInlineStart: (way.length - 1) * 16 }}>
              <SortHandle
                id={index}
                group={groupOf(way)}
                label={t('tool.build.moveLine', { name: option.label })}
                onStep={(by) => step(line, by)}
              />
              <Input
                size="small"
                className="panel-line-text"
                aria-label={t('tool.build.optionLabel', { number: index + 1 })}
                value={option.label}
                onChange={(event) => onChange(changed(options, way, { label: event.target.value }))}
              />
              <Input
                size="small"
                className="mono-text panel-line-text"
                aria-label={t('tool.build.optionValue', { number: index + 1 })}
                value={String(option.value)}
                onChange={(event) => onChange(changed(options, way, { value: valueTyped(event.target.value, option.value) }))}
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
                onClick={() => onChange(without(options, way))}
              />
            </li>
          );
        })}
      </ul>
    </SortArea>
  );
}
