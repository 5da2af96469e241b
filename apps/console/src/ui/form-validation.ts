import { decimal, fitsPasswordClass, fitsRuoYi, int, issueMessage, RUOYI_PASSWORD, type Translate } from '@suyuan/contract';
import type { FormInstance, FormItemProps } from 'antd';
import { useRef } from 'react';
import { asApiError, isPasswordDeclined } from '../data/api-error.ts';
import { findTranslationKey, translate } from '../data/i18n.ts';
import { passwordClass, serverSettings } from '../data/server-info.ts';
import { shellServices } from '../data/shell-services.ts';
import type { NumberBounds } from './number-format.ts';

/** Shows the server's refusal once: at the field if the form has it, which gets the focus, otherwise as a notice. Rethrows other errors. */
export function showApiError<Values>(form: FormInstance<Values>, error: unknown) {
  const apiError = asApiError(error);
  if (!apiError) throw error;
  if (isPasswordDeclined(apiError)) return;
  const { field, msg, detail } = apiError;
  if (field === undefined || !(field in (form.getFieldsValue() as object))) return shellServices.notify('error', msg, detail);
  showFieldError(form, field, msg);
}

/** For a request that has displayed its refusal. Rethrows other errors. */
export function ignoreApiError(error: unknown) {
  if (!asApiError(error)) throw error;
}

/** Shows an error at a field, which gets the focus. */
export function showFieldError<Values>(form: FormInstance<Values>, field: string, message: string) {
  // The cast: the field is one of the form's values.
  form.setFields([{ name: field as never, errors: [message] }]);
  focusField(form, field);
}

export const maxPasswordLength = () => (serverSettings() ? 128 : RUOYI_PASSWORD.max);

/** Message for an invalid new password. Suyuan servers validate it; RuoYi servers accept any, even one that cannot sign in. */
export function validateNewPassword(password: unknown): string | undefined {
  if (serverSettings() || typeof password !== 'string' || !password) return undefined;
  if (!fitsRuoYi(password)) return translate('account.passwordWrong.plain');
  const classWord = findTranslationKey(`account.passwordClass.${passwordClass()}`);
  return classWord && !fitsPasswordClass(password, passwordClass()) ? translate(classWord) : undefined;
}

interface NumberRules extends NumberBounds {
  /** Rejects an empty value. */
  required?: boolean | undefined;
}

/** Equal to the server's message; undefined if valid. */
export function validateNumber(
  t: Translate,
  title: string,
  value: unknown,
  { min, max, places, required = false }: NumberRules,
): string | undefined {
  if (!required && (value === undefined || value === null || value === '')) return undefined;
  const [minValue, maxValue] = [min ?? -Number.MAX_SAFE_INTEGER, max ?? Number.MAX_SAFE_INTEGER];
  const rule = places === undefined ? int(minValue, maxValue) : decimal(minValue, maxValue, places);
  const issue = rule.safeParse(value, { reportInput: true }).error?.issues[0];
  return issue && issueMessage(t, title, issue);
}

/**
 * Validates a form item on blur. After an error it also validates on change, so that the error clears immediately.
 * @param validate throws an error for an invalid value
 */
export function useValidateOnBlur(validate: (rule: unknown, value: unknown) => Promise<void>) {
  const hasError = useRef(false);
  const validateOnBlur = async (rule: unknown, value: unknown) => {
    hasError.current = true;
    await validate(rule, value);
    hasError.current = false;
  };
  const revalidateOnChange = async (rule: unknown, value: unknown) => {
    if (hasError.current) await validateOnBlur(rule, value);
  };
  return {
    rules: [
      { validator: validateOnBlur, validateTrigger: 'onBlur' },
      { validator: revalidateOnChange, validateTrigger: 'onChange' },
    ],
    validateTrigger: ['onBlur', 'onChange'],
    validateFirst: true,
  } satisfies FormItemProps;
}

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

/** Undefined if invalid: the first invalid field gets the focus. */
export async function validateForm<Values>(form: FormInstance<Values>): Promise<Values | undefined> {
  try {
    const values = await form.validateFields();
    return focusFirstInvalidInput(form) ? undefined : values;
  } catch (error) {
    focusFirstError(form, error as FormErrors);
    return undefined;
  }
}

interface FormErrors {
  errorFields?: readonly { name: readonly (string | number)[] }[];
}

/** Focuses the first invalid field of a rejected validation. */
export function focusFirstError<Values>(form: FormInstance<Values>, { errorFields = [] }: FormErrors) {
  const [first] = errorFields;
  if (first) focusField(form, first.name);
}

/** Or the selected option of a choice. A disabled field, e.g. of the parent record, cannot have the focus. */
export function focusFirstInput(container: ParentNode | null) {
  const first = container?.querySelector<HTMLInputElement>(':is(input, textarea):enabled:not([type=file], [type=hidden])');
  const selected = first?.type === 'radio' && container?.querySelector<HTMLInputElement>(`[name="${CSS.escape(first.name)}"]:checked`);
  (selected || first)?.focus();
}

/** Folded parts of a form with their fields. */
const foldedFields = new WeakMap<object, Map<object, { names: readonly string[]; open: () => void }>>();

/** @returns removes the registration */
export function registerFoldedFields(form: object, names: readonly string[], open: () => void): () => void {
  const folds = foldedFields.get(form) ?? new Map();
  const key = {};
  foldedFields.set(form, folds.set(key, { names, open }));
  return () => folds.delete(key);
}

/** Opens the folded part that has the field. */
export function focusField<Values>(form: FormInstance<Values>, name: string | readonly (string | number)[]) {
  const field = typeof name === 'string' ? name : String(name[0]);
  for (const { names, open } of foldedFields.get(form)?.values() ?? []) if (names.includes(field)) open();
  // The cast: the field is one of the form's.
  form.scrollToField(name as never, { focus: true, block: 'center' });
}
