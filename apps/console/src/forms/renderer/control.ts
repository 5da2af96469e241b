import type { FormNode, Json } from '@suyuan/forms';
import type { ComponentType, FocusEvent } from 'react';

export interface ControlProps {
  node: FormNode;
  /** Element id for the label. */
  id: string;
  /** Accessible name for groups, which a label cannot reference. */
  label: string;
  /** Undefined or null: empty. */
  value: Json | undefined;
  onChange: (value: Json) => void;
  onBlur?: ((event: FocusEvent) => void) | undefined;
  disabled: boolean;
  required?: boolean | undefined;
  invalid?: boolean | undefined;
  /** Id of the help and error text. */
  describedBy?: string | undefined;
}

export type Control = ComponentType<ControlProps>;

export const textOf = ({ props }: FormNode, key: string): string | undefined => {
  const value = props[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

export const numberOf = ({ props }: FormNode, key: string): number | undefined => {
  const value = props[key];
  return typeof value === 'number' ? value : undefined;
};

export const flagOf = ({ props }: FormNode, key: string, fallback = false): boolean => {
  const value = props[key];
  return typeof value === 'boolean' ? value : fallback;
};

/** The placeholder; the first one of a pair. */
export const placeholderOf = ({ placeholder }: FormNode): string | undefined =>
  Array.isArray(placeholder) ? placeholder[0] : placeholder || undefined;

/** Component size as an antd size; undefined: the form's size. */
const toAntdSize = (size: Json | undefined): 'small' | 'medium' | 'large' | undefined =>
  size === 'small' || size === 'large' ? size : size === 'middle' ? 'medium' : undefined;

/** As a prop object; empty for the form's size. */
export const sizeProps = (size: Json | undefined) => {
  const antdSize = toAntdSize(size);
  return antdSize ? { size: antdSize } : {};
};

/** ARIA attributes of a control, without undefined keys. A `group` and a button have only a description. */
export const ariaProps = ({ required, invalid, describedBy }: Pick<ControlProps, 'required' | 'invalid' | 'describedBy'>) => ({
  ...(invalid && { 'aria-invalid': true }),
  ...(required && { 'aria-required': true }),
  ...(describedBy && { 'aria-describedby': describedBy }),
});

/** Props common to antd controls, without undefined keys. */
export const commonProps = (control: ControlProps) => ({
  id: control.id,
  disabled: control.disabled,
  ...(control.onBlur && { onBlur: control.onBlur }),
  ...sizeProps(control.node.props.size),
  ...(control.invalid && { status: 'error' as const }),
  ...ariaProps(control),
});
