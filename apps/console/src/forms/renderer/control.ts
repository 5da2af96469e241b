import type { FormNode, Json } from '@suyuan/forms';
import type { ComponentType, FocusEvent } from 'react';

/** What every control of a form is handed: its component, its answer, and how it is found by those who hear the page. */
export interface ControlProps {
  node: FormNode;
  /** Of the element that the label is for. */
  id: string;
  /** What the field is called, for groups that no label can be for. */
  label: string;
  /** Undefined or null: nothing is filled in. */
  value: Json | undefined;
  onChange: (value: Json) => void;
  onBlur?: ((event: FocusEvent) => void) | undefined;
  disabled: boolean;
  required?: boolean | undefined;
  invalid?: boolean | undefined;
  /** Id of the sentences below the field. */
  describedBy?: string | undefined;
}

export type Control = ComponentType<ControlProps>;

/** A text property of the component; undefined where it has none. */
export const textOf = ({ props }: FormNode, key: string): string | undefined => {
  const value = props[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** A property that is a number; undefined where it is none. */
export const numberOf = ({ props }: FormNode, key: string): number | undefined => {
  const value = props[key];
  return typeof value === 'number' ? value : undefined;
};

/** Whether a property is on. */
export const flagOf = ({ props }: FormNode, key: string, absent = false): boolean => {
  const value = props[key];
  return typeof value === 'boolean' ? value : absent;
};

/** The one hint of a control; of a pair, which has two, the first. */
export const placeholderOf = ({ placeholder }: FormNode): string | undefined =>
  Array.isArray(placeholder) ? placeholder[0] : placeholder || undefined;

/** The size that a component asks for, as antd calls it; undefined: the form's. */
const sizeOf = (size: Json | undefined): 'small' | 'medium' | 'large' | undefined =>
  size === 'small' || size === 'large' ? size : size === 'middle' ? 'medium' : undefined;

/** The same as a property, or none. */
export const sized = (size: Json | undefined) => {
  const known = sizeOf(size);
  return known ? { size: known } : {};
};

/** What a control of antd takes in any case, without the keys that say nothing. */
export const common = ({ node, id, disabled, onBlur, required, invalid, describedBy }: ControlProps) => ({
  id,
  disabled,
  ...(onBlur && { onBlur }),
  ...sized(node.props.size),
  ...(invalid && { status: 'error' as const, 'aria-invalid': true }),
  ...(required && { 'aria-required': true }),
  ...(describedBy && { 'aria-describedby': describedBy }),
});
