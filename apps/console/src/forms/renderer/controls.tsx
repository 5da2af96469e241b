import type { FieldType } from '@suyuan/forms';
import { Input, Space } from 'antd';
import type { ReactNode } from 'react';
import { lazyWithRetry } from '../../ui/lazy-component.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { RichTextEditor } from '../../ui/rich-text-editor.tsx';
import { useInputClear } from '../../ui/select.tsx';
import { CheckboxControl, RadioControl, SelectControl, SwitchControl } from './choice-controls.tsx';
import { ariaProps, type Control, type ControlProps, commonProps, flagOf, numberOf, placeholderOf, textOf } from './control.ts';
import { DateControl, MonthControl, RangeControl, TimeControl, TimeRangeControl, WeekControl } from './picker-controls.tsx';

const toText = (value: ControlProps['value']) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function textProps(control: ControlProps) {
  const { node, value, onChange } = control;
  const maxLength = numberOf(node, 'maxLength');
  return {
    ...commonProps(control),
    value: toText(value),
    placeholder: placeholderOf(node),
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
    readOnly: flagOf(node, 'readOnly'),
    // text that is too long fails validation instead of being cut
    count: { show: flagOf(node, 'showCount'), ...(maxLength && { max: maxLength }) },
  };
}

/** A control with its prefix and suffix, e.g. a unit. */
function WithAddons({ node, children }: Pick<ControlProps, 'node'> & { children: ReactNode }) {
  const [before, after] = [textOf(node, 'addonBefore'), textOf(node, 'addonAfter')];
  if (!before && !after) return children;
  return (
    <Space.Compact block>
      {before && <Space.Addon>{before}</Space.Addon>}
      {children}
      {after && <Space.Addon>{after}</Space.Addon>}
    </Space.Compact>
  );
}

const TextControl = (control: ControlProps) => (
  <WithAddons node={control.node}>
    <Input {...textProps(control)} allowClear={useInputClear(flagOf(control.node, 'allowClear'))} />
  </WithAddons>
);

const TextAreaControl = (control: ControlProps) => (
  <Input.TextArea
    {...textProps(control)}
    rows={numberOf(control.node, 'rows') ?? 4}
    autoSize={flagOf(control.node, 'autoSize') && { minRows: numberOf(control.node, 'rows') ?? 4 }}
    allowClear={useInputClear(flagOf(control.node, 'allowClear'))}
  />
);

const PasswordControl = (control: ControlProps) => (
  <Input.Password
    {...textProps(control)}
    autoComplete="new-password"
    visibilityToggle={flagOf(control.node, 'visibilityToggle', true)}
    allowClear={useInputClear(flagOf(control.node, 'allowClear'))}
  />
);

const SearchControl = (control: ControlProps) => {
  const { count: _, ...props } = textProps(control);
  return (
    <WithAddons node={control.node}>
      <Input.Search
        {...props}
        enterButton={flagOf(control.node, 'enterButton')}
        allowClear={useInputClear(flagOf(control.node, 'allowClear'))}
      />
    </WithAddons>
  );
};

const NumberControl = (control: ControlProps) => {
  const { node, value, onChange } = control;
  const precision = numberOf(node, 'precision');
  return (
    <WithAddons node={node}>
      <NumberField
        {...commonProps(control)}
        className="w-full!"
        inputMode="decimal"
        value={value}
        onChange={onChange}
        placeholder={placeholderOf(node) ?? ''}
        step={numberOf(node, 'step') ?? 1}
        controls={flagOf(node, 'controls', true)}
        readOnly={flagOf(node, 'readOnly')}
        min={numberOf(node, 'min')}
        max={numberOf(node, 'max')}
        {...(precision !== undefined && { fixed: precision })}
      />
    </WithAddons>
  );
};

const RichTextControl = (control: ControlProps) => {
  const { node, id, label, value, onChange, disabled } = control;
  return (
    <RichTextEditor
      id={id}
      value={toText(value)}
      onChange={(html) => onChange(html === '<p></p>' ? '' : html)}
      height={numberOf(node, 'height') ?? 300}
      label={label}
      disabled={disabled}
      {...ariaProps(control)}
      {...(placeholderOf(node) && { placeholder: placeholderOf(node) as string })}
    />
  );
};

type LazyControlName = keyof typeof import('./lazy-controls.tsx');

/** Rare controls load on first use. */
const lazyControl = (name: LazyControlName) => lazyWithRetry(async () => ({ default: (await import('./lazy-controls.tsx'))[name] }));

/** Controls by type. Types without an answer are rendered by the form itself. */
export const controls: Partial<Record<FieldType, Control>> = {
  input: TextControl,
  textarea: TextAreaControl,
  password: PasswordControl,
  number: NumberControl,
  search: SearchControl,
  'auto-complete': lazyControl('AutoCompleteControl'),
  mentions: lazyControl('MentionsControl'),
  'rich-text': RichTextControl,
  select: SelectControl,
  cascader: lazyControl('CascaderControl'),
  'tree-select': lazyControl('TreeSelectControl'),
  transfer: lazyControl('TransferControl'),
  radio: RadioControl,
  checkbox: CheckboxControl,
  switch: SwitchControl,
  slider: lazyControl('SliderControl'),
  rate: lazyControl('RateControl'),
  color: lazyControl('ColorControl'),
  upload: lazyWithRetry(() => import('./upload-control.tsx')),
  signature: lazyWithRetry(() => import('./signature-control.tsx')),
  time: TimeControl,
  date: DateControl,
  month: MonthControl,
  week: WeekControl,
  range: RangeControl,
  'time-range': TimeRangeControl,
};
