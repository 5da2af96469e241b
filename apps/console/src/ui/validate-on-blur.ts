import type { FormItemProps } from 'antd';
import { useRef } from 'react';

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
