import type { FormItemProps } from 'antd';
import { useRef } from 'react';

/**
 * Validates a form item on blur. After an error it also validates on change, so that the error clears immediately.
 * @param validate throws an error for an invalid value
 */
export function useWhenLeft(validate: (rule: unknown, value: unknown) => Promise<void>) {
  const wrong = useRef(false);
  const told = async (rule: unknown, value: unknown) => {
    wrong.current = true;
    await validate(rule, value);
    wrong.current = false;
  };
  const again = async (rule: unknown, value: unknown) => {
    if (wrong.current) await told(rule, value);
  };
  return {
    rules: [
      { validator: told, validateTrigger: 'onBlur' },
      { validator: again, validateTrigger: 'onChange' },
    ],
    validateTrigger: ['onBlur', 'onChange'],
    validateFirst: true,
  } satisfies FormItemProps;
}
