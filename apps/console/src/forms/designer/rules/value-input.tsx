import type { Expr, FormNode, Json } from '@suyuan/forms';
import { DatePicker, Input, Select } from 'antd';
import { useWords } from '../../../data/words.ts';
import { dayjs } from '../../../ui/day.ts';
import { ValidatedNumber } from '../../../ui/validated-number.tsx';
import { useOptions } from '../../renderer/options.ts';
import type { Named } from './names.ts';

interface ValueInputProps {
  node: FormNode | undefined;
  value: Json;
  many: boolean;
  label: string;
  onChange: (next: Json) => void;
}

const nobody: FormNode = { id: 0, type: 'input', name: 'none', span: 24, regList: [], props: {} };

/** Edits the value to compare with, using the field's kind of input. */
export function ValueInput({ node, value, many, label, onChange }: ValueInputProps) {
  const t = useWords();
  const { options } = useOptions(node ?? nobody);
  if (node?.type === 'switch') {
    return (
      <Select
        size="small"
        aria-label={label}
        value={value === true}
        options={[
          { value: true, label: t('kit.yes') },
          { value: false, label: t('kit.no') },
        ]}
        onChange={onChange}
      />
    );
  }
  if (options.length > 0 && node && ['select', 'radio', 'checkbox', 'transfer', 'tree-select', 'cascader'].includes(node.type)) {
    const flat = flatten(options).map(({ label: word, value: key }) => ({ label: word, value: key }));
    return many ? (
      <Select<Json[]>
        size="small"
        mode="multiple"
        aria-label={label}
        value={Array.isArray(value) ? value : []}
        options={flat as never}
        onChange={onChange}
      />
    ) : (
      <Select<Json> size="small" aria-label={label} value={value} options={flat as never} onChange={onChange} />
    );
  }
  if (many) {
    return (
      <Select<string[]>
        size="small"
        mode="tags"
        open={false}
        aria-label={label}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={onChange}
      />
    );
  }
  if (node && ['number', 'slider', 'rate'].includes(node.type))
    return (
      <ValidatedNumber
        size="small"
        aria-label={label}
        title={label}
        places={9}
        value={typeof value === 'number' ? value : null}
        onChange={onChange}
      />
    );
  if (node?.type === 'date')
    return (
      <DatePicker
        size="small"
        aria-label={label}
        value={typeof value === 'string' && value ? dayjs(value) : null}
        onChange={(_, text) => onChange(typeof text === 'string' ? text : '')}
      />
    );
  return (
    <Input
      size="small"
      aria-label={label}
      value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const flatten = (
  options: readonly { label: string; value: string | number; children?: unknown }[],
): { label: string; value: string | number }[] =>
  options.flatMap((option) => [option, ...flatten((option.children as typeof options | undefined) ?? [])]);

export const firstValue = (node: FormNode | undefined, many: boolean): Expr => {
  if (many) return { const: [] };
  if (node?.type === 'switch') return { const: true };
  const option = node?.options?.[0];
  return { const: option && !['auto-complete', 'mentions'].includes(node.type) ? option.value : '' };
};

export const fieldOptions = (names: readonly Named[], broken?: string) => [
  ...names.map(({ name, label }) => ({ value: name, label, title: name })),
  ...(broken !== undefined && !names.some(({ name }) => name === broken) ? [{ value: broken, label: `⚠ ${broken}`, title: broken }] : []),
];
