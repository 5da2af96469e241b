import { Input } from 'antd';
import { cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react';

interface Limited {
  maxLength?: number | undefined;
  showCount?: boolean | undefined;
  count?: { max: number; show: boolean } | undefined;
}

const takesText = (child: ReactNode): child is ReactElement<Limited> =>
  isValidElement(child) && (child.type === Input || child.type === Input.TextArea);

/**
 * Removes `maxLength` from the input of a validated field, so that a pasted text is not cut. Text that is too long is marked as an error,
 * and the rule states the limit.
 */
export function uncut(child: ReactNode): ReactNode {
  if (!takesText(child) || child.props.maxLength === undefined) return child;
  const { maxLength: max, showCount = false } = child.props;
  return cloneElement(child, { maxLength: undefined, showCount: undefined, count: { max, show: showCount } });
}
