/** Inputs whose content is invalid and not in the form's values. */
const invalidInputs = new WeakMap<object, Map<object, () => void>>();

/**
 * @param show displays the error and focuses the input
 * @returns removes the registration
 */
export function registerInvalidInput(form: object, input: object, show: () => void): () => void {
  const inputs = invalidInputs.get(form) ?? new Map<object, () => void>();
  invalidInputs.set(form, inputs.set(input, show));
  return () => inputs.delete(input);
}

/** Returns whether there is an error. */
export function focusFirstInvalidInput(form: object): boolean {
  const [first] = invalidInputs.get(form)?.values() ?? [];
  first?.();
  return first !== undefined;
}
