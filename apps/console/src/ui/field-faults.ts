/** Inputs whose content is invalid and not in the form's values. */
const standing = new WeakMap<object, Map<object, () => void>>();

/**
 * @param show displays the error and focuses the input
 * @returns removes the registration
 */
export function registerFieldFault(form: object, box: object, show: () => void): () => void {
  const known = standing.get(form) ?? new Map<object, () => void>();
  standing.set(form, known.set(box, show));
  return () => known.delete(box);
}

/** Returns whether there is an error. */
export function focusFirstFault(form: object): boolean {
  const [first] = standing.get(form)?.values() ?? [];
  first?.();
  return first !== undefined;
}
