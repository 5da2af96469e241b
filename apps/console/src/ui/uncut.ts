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
 * The control of a field that a rule judges, without what cuts a text that is pasted: one that is too long stands in it whole, in the
 * colour of what is wrong, and the rule says how long it may be.
 */
export function uncut(child: ReactNode): ReactNode {
  if (!takesText(child) || child.props.maxLength === undefined) return child;
  const { maxLength: max, showCount = false } = child.props;
  return cloneElement(child, { maxLength: undefined, showCount: undefined, count: { max, show: showCount } });
}
