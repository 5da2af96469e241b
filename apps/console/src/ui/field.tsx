import { issueMessage, missingWord, type Resource, type ResourceSpec } from '@suyuan/contract';
import { Form, type FormItemProps, Radio } from 'antd';
import { cloneElement, isValidElement, type ReactNode } from 'react';
import { isRequired } from '../data/schema.ts';
import { useWords, wordOr } from '../data/words.ts';
import { refusedBefore } from './refused-values.ts';
import { uncut } from './uncut.ts';
import { useWhenLeft } from './validate-on-blur.ts';

interface FieldProps<S extends ResourceSpec> extends Omit<FormItemProps, 'name' | 'label' | 'rules' | 'children'> {
  of: Resource<S>;
  name: keyof S['input']['shape'] & string;
  /** Extra check for values in another unit than the API's; the contract's rule applies afterwards. */
  judge?: (value: unknown) => string | undefined;
  children: ReactNode;
}

/** Capitalises a hint that is displayed alone. */
export const begun = (hint: string) => hint.replace(/^[a-z](?=[a-z-]*[ :,])/, (first) => first.toUpperCase());

/** Title, hint and rule come from the contract; messages equal the server's. */
export function Field<S extends ResourceSpec>({ of, name, judge: own, children, ...rest }: FieldProps<S>) {
  const t = useWords();
  const word = of.word(name);
  const title = t(word);
  const hintKey = wordOr(of.word(`${name}.hint`));
  const hint = hintKey && t(hintKey);
  const form = Form.useFormInstance();
  const validate = async (_: unknown, value: unknown) => {
    const said = refusedBefore(form, name, value) ?? own?.(value);
    if (said) throw new Error(said);
    const blank = value === '' ? undefined : value;
    const parsed = of.input.shape[name]?.safeParse(blank, { reportInput: true });
    const issue = parsed?.error?.issues[0];
    if (issue) throw new Error(issueMessage(t, title, issue, hint, word));
    // optional in the contract, but required by the other values of this form
    if (rest.required && (blank ?? null) === null) throw new Error(t(missingWord(word), { field: title }));
  };
  const judged = useWhenLeft(validate);
  // a label cannot reference a group of radios
  const group = isValidElement<{ 'aria-label'?: string }>(children) && children.type === Radio.Group ? children : undefined;
  return (
    <Form.Item
      name={String(name)}
      label={title}
      required={isRequired(of, name)}
      {...judged}
      {...(hint && { extra: begun(hint) })}
      {...rest}
    >
      {group ? cloneElement(group, { 'aria-label': title }) : uncut(children)}
    </Form.Item>
  );
}
