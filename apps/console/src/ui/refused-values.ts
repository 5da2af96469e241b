/** What the server refused in each form: the same value stays refused until it is changed, whatever the rules of the form think of it. */
const refused = new WeakMap<object, Map<string, { value: unknown; msg: string }>>();

/** Notes that the server refused `value` at `field` of a form. */
export function noteRefused(form: object, field: string, value: unknown, msg: string) {
  const known = refused.get(form) ?? new Map();
  refused.set(form, known.set(field, { value, msg }));
}

/** What the server said about this very value, if it refused it. */
export function refusedBefore(form: object, field: string, value: unknown): string | undefined {
  const before = refused.get(form)?.get(field);
  return before && Object.is(before.value, value) ? before.msg : undefined;
}

/** A submit asks the server anew: what stood in the way may be gone. */
export const clearRefused = (form: object) => refused.delete(form);
