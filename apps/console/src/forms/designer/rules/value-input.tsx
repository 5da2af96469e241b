import type { Expr, FormNode, Json } from '@suyuan/forms';
import { DatePicker, Input } from 'antd';
import { useTranslations } from '../../../data/i18n.ts';
import { dayjs } from '../../../ui/day.ts';
import { ValidatedNumber } from '../../../ui/number-form-item.tsx';
import { Select } from '../../../ui/select.tsx';
import { useOptions } from '../../renderer/options.ts';
import type { ScopeField } from './rule-lines.ts';

interface ValueInputProps {
  node: FormNode | undefined;
  value: Json;
  isMultiple: boolean;
  label: string;
  onChange: (next: Json) => void;
}

const NO_NODE: FormNode = { id: 0, type: 'input', name: 'none', span: 24, regList: [], props: {} };

/** Edits the value to compare with, using the field's kind of input. */
export function ValueInput({ node, value, isMultiple, label, onChange }: ValueInputProps) {
  const t = useTranslations();
  const { options } = useOptions(node ?? NO_NODE);
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
    const flatOptions = flatten(options).map(({ label: word, value: key }) => ({ label: word, value: key }));
    return isMultiple ? (
      <Select<Json[]>
        size="small"
        mode="multiple"
        aria-label={label}
        value={Array.isArray(value) ? value : []}
        options={flatOptions as never}
        onChange={onChange}
      />
    ) : (
      <Select<Json> size="small" aria-label={label} value={value} options={flatOptions as never} onChange={onChange} />
    );
  }
  if (isMultiple) {
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

export const firstValue = (node: FormNode | undefined, isMultiple: boolean): Expr => {
  if (isMultiple) return { const: [] };
  if (node?.type === 'switch') return { const: true };
  const option = node?.options?.[0];
  return { const: option && !['auto-complete', 'mentions'].includes(node.type) ? option.value : '' };
};

export const fieldOptions = (names: readonly ScopeField[], broken?: string) => [
  ...names.map(({ name, label }) => ({ value: name, label, title: name })),
  ...(broken !== undefined && !names.some(({ name }) => name === broken) ? [{ value: broken, label: `⚠ ${broken}`, title: broken }] : []),
];
