import type { FormInstance } from 'antd';
import { focusFirstInvalidInput } from './field-faults.ts';

/** Undefined if invalid: the first invalid field gets the focus. */
export async function validateForm<Values>(form: FormInstance<Values>): Promise<Values | undefined> {
  try {
    const values = await form.validateFields();
    return focusFirstInvalidInput(form) ? undefined : values;
  } catch (error) {
    const [first] = (error as { errorFields?: { name: (string | number)[] }[] }).errorFields ?? [];
    // The cast: a field that a rule names is one of the form's.
    if (first) form.scrollToField(first.name as never, { focus: true, block: 'center' });
    return undefined;
  }
}
