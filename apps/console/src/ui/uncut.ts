import { Input } from 'antd';
import { cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react';

interface LengthLimitProps {
  maxLength?: number | undefined;
  showCount?: boolean | undefined;
  count?: { max: number; show: boolean } | undefined;
}

const isTextInput = (child: ReactNode): child is ReactElement<LengthLimitProps> =>
  isValidElement(child) && (child.type === Input || child.type === Input.TextArea);

/** Removes `maxLength`, so that a pasted text is not cut. The rule reports text that is too long. */
export function withSoftMaxLength(child: ReactNode): ReactNode {
  if (!isTextInput(child) || child.props.maxLength === undefined) return child;
  const { maxLength: max, showCount = false } = child.props;
  return cloneElement(child, { maxLength: undefined, showCount: undefined, count: { max, show: showCount } });
}
