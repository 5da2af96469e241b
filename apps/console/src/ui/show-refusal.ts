import type { FormInstance } from 'antd';
import { shellServices } from '../data/hosts.ts';
import { asApiError } from '../data/refusal.ts';

/** Shows the server's refusal once: at the field if the form has it, which gets the focus, otherwise as a notice. Rethrows other errors. */
export function showApiError<Values>(form: FormInstance<Values>, error: unknown) {
  const apiError = asApiError(error);
  if (!apiError) throw error;
  const { field, msg, detail } = apiError;
  if (field === undefined || !(field in (form.getFieldsValue() as object))) return shellServices.notify('error', msg, detail);
  // The casts: the field is one of the form's values.
  form.setFields([{ name: field as never, errors: [msg] }]);
  form.scrollToField(field as never, { focus: true, block: 'center' });
}
