import type { FormInstance } from 'antd';
import { hosts } from '../data/hosts.ts';
import { refusalOf } from '../data/refusal.ts';

/**
 * Says of a form that was refused what is wrong, once: at the field at fault, which gets the focus, where the form shows it; else by a
 * notice. What is no refusal is a fault of our own and is thrown on.
 */
export function showRefusal<Values>(form: FormInstance<Values>, error: unknown) {
  const refusal = refusalOf(error);
  if (!refusal) throw error;
  const { field, msg, detail } = refusal;
  if (field === undefined || !(field in (form.getFieldsValue() as object))) return hosts.tell('error', msg, detail);
  // The casts: a field that the form shows is one of its values.
  form.setFields([{ name: field as never, errors: [msg] }]);
  form.scrollToField(field as never, { focus: true, block: 'center' });
}
