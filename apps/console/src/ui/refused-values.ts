/** Values that the server rejected, by form. An unchanged value stays invalid, even if the form's rules accept it. */
const rejectedValues = new WeakMap<object, Map<string, { value: unknown; msg: string }>>();

export function recordRejectedValue(form: object, field: string, value: unknown, msg: string) {
  const valuesByField = rejectedValues.get(form) ?? new Map();
  rejectedValues.set(form, valuesByField.set(field, { value, msg }));
}

export function findRejection(form: object, field: string, value: unknown): string | undefined {
  const rejection = rejectedValues.get(form)?.get(field);
  return rejection && Object.is(rejection.value, value) ? rejection.msg : undefined;
}

/** A submit is validated by the server again, because the cause may be gone. */
export const clearRejectedValues = (form: object) => rejectedValues.delete(form);
