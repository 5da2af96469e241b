import { issueMessage, missingWord, type Resource, type ResourceSpec } from '@suyuan/contract';
import { Form, type FormItemProps, Input, Radio } from 'antd';
import { cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react';
import { findTranslationKey, useTranslations } from '../data/i18n.ts';
import { isRequired } from '../data/schema.ts';
import { findRejection, useValidateOnBlur } from './form-validation.ts';
import { UploadField } from './upload-field.tsx';

interface LengthLimitProps {
  maxLength?: number | undefined;
  showCount?: boolean | undefined;
  count?: { max: number; show: boolean } | undefined;
}

const isTextInput = (child: ReactNode): child is ReactElement<LengthLimitProps> =>
  isValidElement(child) && (child.type === Input || child.type === Input.TextArea);

/** Removes `maxLength`, so that a pasted text is not cut. The rule reports text that is too long. */
export function withSoftMaxLength(child: ReactNode): ReactNode {
  if (!isTextInput(child) || child.props.maxLength === undefined) return child;
  const { maxLength: max, showCount = false } = child.props;
  return cloneElement(child, { maxLength: undefined, showCount: undefined, count: { max, show: showCount } });
}

interface FieldProps<S extends ResourceSpec> extends Omit<FormItemProps, 'name' | 'label' | 'rules' | 'children'> {
  of: Resource<S>;
  name: keyof S['input']['shape'] & string;
  /** Extra check for values in another unit than the API's; the contract's rule applies afterwards. */
  validate?: (value: unknown) => string | undefined;
  children: ReactNode;
}

/** Capitalises a hint that is displayed alone. */
export const capitalizeHint = (hint: string) => hint.replace(/^[a-z](?=[a-z-]*[ :,])/, (first) => first.toUpperCase());

/** Title, hint and rule come from the contract; messages equal the server's. */
export function Field<S extends ResourceSpec>({ of, name, validate: extraValidate, children, ...rest }: FieldProps<S>) {
  const t = useTranslations();
  const translationKey = of.word(name);
  const title = t(translationKey);
  const hintKey = findTranslationKey(of.word(`${name}.hint`));
  const hint = hintKey && t(hintKey);
  const form = Form.useFormInstance();
  const validate = async (_: unknown, value: unknown) => {
    const message = findRejection(form, name, value) ?? extraValidate?.(value);
    if (message) throw new Error(message);
    const normalized = value === '' ? undefined : value;
    const parsed = of.input.shape[name]?.safeParse(normalized, { reportInput: true });
    const issue = parsed?.error?.issues[0];
    if (issue) throw new Error(issueMessage(t, title, issue, hint, translationKey));
    // optional in the contract, but required by the other values of this form
    if (rest.required && (normalized ?? null) === null) throw new Error(t(missingWord(translationKey), { field: title }));
  };
  const validationProps = useValidateOnBlur(validate);
  // a label cannot reference a group
  const group =
    isValidElement<{ 'aria-label'?: string }>(children) && (children.type === Radio.Group || children.type === UploadField)
      ? children
      : undefined;
  return (
    <Form.Item
      name={String(name)}
      label={title}
      required={isRequired(of, name)}
      {...validationProps}
      {...(hint && { extra: capitalizeHint(hint) })}
      {...rest}
    >
      {group ? cloneElement(group, { 'aria-label': title }) : withSoftMaxLength(children)}
    </Form.Item>
  );
}
