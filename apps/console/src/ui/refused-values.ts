/** Values that the server rejected, by form. An unchanged value stays invalid, even if the form's rules accept it. */
const refused = new WeakMap<object, Map<string, { value: unknown; msg: string }>>();

export function noteRefused(form: object, field: string, value: unknown, msg: string) {
  const known = refused.get(form) ?? new Map();
  refused.set(form, known.set(field, { value, msg }));
}

export function refusedBefore(form: object, field: string, value: unknown): string | undefined {
  const before = refused.get(form)?.get(field);
  return before && Object.is(before.value, value) ? before.msg : undefined;
}

/** A submit is validated by the server again, because the cause may be gone. */
export const clearRefused = (form: object) => refused.delete(form);
