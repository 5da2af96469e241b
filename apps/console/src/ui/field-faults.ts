/** Boxes of a form that hold what is wrong and is no value of the form: each with what shows its fault. */
const standing = new WeakMap<object, Map<object, () => void>>();

/**
 * Notes that a box of the form holds what is wrong, for as long as it does.
 * @param show says what is wrong and goes there
 * @returns takes the note back
 */
export function registerFieldFault(form: object, box: object, show: () => void): () => void {
  const known = standing.get(form) ?? new Map<object, () => void>();
  standing.set(form, known.set(box, show));
  return () => known.delete(box);
}

/** Shows the first box of the form that holds what is wrong; whether there is one. */
export function focusFirstFault(form: object): boolean {
  const [first] = standing.get(form)?.values() ?? [];
  first?.();
  return first !== undefined;
}
