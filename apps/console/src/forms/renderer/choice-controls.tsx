import type { Json, Option } from '@suyuan/forms';
import { Checkbox, Radio, Switch } from 'antd';
import { NoOptions, Select } from '../../ui/select.tsx';
import { ariaProps, type ControlProps, commonProps, flagOf, numberOf, placeholderOf, sizeProps, textOf } from './control.ts';
import { useOptions } from './options.ts';

type Key = string | number;

export const isKey = (value: unknown): value is Key => typeof value === 'string' || typeof value === 'number';

export const keysOf = (value: Json | undefined): Key[] => (Array.isArray(value) ? value.filter(isKey) : isKey(value) ? [value] : []);
const toAntdOptions = (options: readonly Option[]) =>
  options.map(({ label, value, disabled }) => ({ label, value, ...(disabled && { disabled }) }));

export const SelectControl = (control: ControlProps) => {
  const { node, value, onChange } = control;
  const { options, pending, retry } = useOptions(node);
  const isMultiple = flagOf(node, 'multiple');
  const max = numberOf(node, 'max');
  return (
    <Select<Key | Key[]>
      {...commonProps(control)}
      className="w-full!"
      {...(isMultiple && { mode: 'multiple' as const, ...(max && { maxCount: max }) })}
      value={isMultiple ? keysOf(value) : isKey(value) ? value : (null as never)}
      onChange={(next) => onChange((next as Json | undefined) ?? null)}
      options={toAntdOptions(options)}
      loading={pending}
      placeholder={placeholderOf(node)}
      allowClear={flagOf(node, 'allowClear')}
      {...(flagOf(node, 'showSearch') ? { showSearch: { optionFilterProp: 'label' } } : { showSearch: false })}
      notFoundContent={<NoOptions pending={pending} retry={retry} />}
    />
  );
};

export const RadioControl = (control: ControlProps) => {
  const { node, id, label, value, onChange, disabled } = control;
  const { options, pending, retry } = useOptions(node);
  if (options.length === 0) return <NoOptions pending={pending} retry={retry} />;
  const isButton = textOf(node, 'optionType') === 'button';
  return (
    <Radio.Group
      id={id}
      aria-label={label}
      {...ariaProps(control)}
      value={isKey(value) ? value : null}
      onChange={({ target }) => onChange(target.value as Json)}
      disabled={disabled}
      options={toAntdOptions(options)}
      optionType={isButton ? 'button' : 'default'}
      buttonStyle={textOf(node, 'buttonStyle') === 'solid' ? 'solid' : 'outline'}
      vertical={textOf(node, 'direction') === 'vertical'}
      {...sizeProps(node.props.size)}
    />
  );
};

/** At the maximum number of choices, unselected boxes are disabled. */
export const CheckboxControl = ({ node, id, label, value, onChange, disabled, describedBy }: ControlProps) => {
  const { options, pending, retry } = useOptions(node);
  const selectedKeys = keysOf(value);
  const max = numberOf(node, 'max');
  const isFull = max !== undefined && selectedKeys.length >= max;
  if (options.length === 0) return <NoOptions pending={pending} retry={retry} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box and legend; the label stands beside it
    <div role="group" id={id} aria-label={label} aria-describedby={describedBy}>
      <Checkbox.Group<Key>
        value={selectedKeys}
        onChange={(next) => onChange(next)}
        disabled={disabled}
        className={textOf(node, 'direction') === 'vertical' ? 'flex! flex-col! gap-2!' : ''}
        options={toAntdOptions(options).map((option) => ({
          ...option,
          disabled: disabled || option.disabled || (isFull && !selectedKeys.includes(option.value)),
        }))}
      />
    </div>
  );
};

export const SwitchControl = (control: ControlProps) => (
  <Switch
    id={control.id}
    checked={control.value === true}
    onChange={(next) => control.onChange(next)}
    disabled={control.disabled}
    {...ariaProps(control)}
    {...(control.node.props.size === 'small' && { size: 'small' as const })}
    checkedChildren={textOf(control.node, 'checkedChildren')}
    unCheckedChildren={textOf(control.node, 'unCheckedChildren')}
  />
);
