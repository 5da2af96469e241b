import type { ComponentProps } from 'react';
import './plain-button.css';

export interface PlainButtonProps extends ComponentProps<'button'> {
  /** `text` lies in the frame, `solid` is the one to press, `outlined` anything else. */
  look?: 'text' | 'solid' | 'outlined';
  small?: boolean;
}

/** A button as antd's look, without antd: for the frame, home, and what must be there where no more script comes. */
export function PlainButton({ look = 'outlined', small = false, className = '', ...rest }: PlainButtonProps) {
  return <button type="button" {...rest} className={`plain plain-${look} ${small ? 'plain-small' : ''} ${className}`} />;
}
