import type { FormItemProps } from 'antd';
import { useRef } from 'react';

/**
 * When a form item is judged: on leaving it; once it was called wrong, again at every change, so that what is right by now is not.
 * @param judge throws what is wrong with a value
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
