/** Inputs whose content is invalid and not in the form's values, each with a function that shows its error. */
const standing = new WeakMap<object, Map<object, () => void>>();

/**
 * Registers an input whose content is invalid.
 * @param show displays the error and focuses the input
 * @returns removes the registration
 */
export function registerFieldFault(form: object, box: object, show: () => void): () => void {
  const known = standing.get(form) ?? new Map<object, () => void>();
  standing.set(form, known.set(box, show));
  return () => known.delete(box);
}

/** Focuses the first registered input with an error. Returns whether there is one. */
export function focusFirstFault(form: object): boolean {
  const [first] = standing.get(form)?.values() ?? [];
  first?.();
  return first !== undefined;
}
