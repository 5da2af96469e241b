import type { ComponentProps } from 'react';
import './plain-button.css';

export interface PlainButtonProps extends ComponentProps<'button'> {
  /** `solid` is the primary action, `text` has no border. */
  variant?: 'text' | 'solid' | 'outlined';
  small?: boolean;
}

/** Without antd, for the shell, the home page and error states. */
export function PlainButton({ variant = 'outlined', small = false, className = '', ...rest }: PlainButtonProps) {
  return <button type="button" {...rest} className={`plain plain-${variant} ${small ? 'plain-small' : ''} ${className}`} />;
}
