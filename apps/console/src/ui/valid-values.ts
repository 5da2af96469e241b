import type { FormInstance } from 'antd';
import { focusFirstFault } from './field-faults.ts';

/** Undefined if invalid: the first invalid field gets the focus. */
export async function validValues<Values>(form: FormInstance<Values>): Promise<Values | undefined> {
  try {
    const values = await form.validateFields();
    return focusFirstFault(form) ? undefined : values;
  } catch (refused) {
    const [first] = (refused as { errorFields?: { name: (string | number)[] }[] }).errorFields ?? [];
    // The cast: a field that a rule names is one of the form's.
    if (first) form.scrollToField(first.name as never, { focus: true, block: 'center' });
    return undefined;
  }
}
