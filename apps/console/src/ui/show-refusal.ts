import type { FormInstance } from 'antd';
import { hosts } from '../data/hosts.ts';
import { refusalOf } from '../data/refusal.ts';

/** Shows the server's refusal once: at the field if the form has it, which gets the focus, otherwise as a notice. Rethrows other errors. */
export function showRefusal<Values>(form: FormInstance<Values>, error: unknown) {
  const refusal = refusalOf(error);
  if (!refusal) throw error;
  const { field, msg, detail } = refusal;
  if (field === undefined || !(field in (form.getFieldsValue() as object))) return hosts.tell('error', msg, detail);
  // The casts: the field is one of the form's values.
  form.setFields([{ name: field as never, errors: [msg] }]);
  form.scrollToField(field as never, { focus: true, block: 'center' });
}
