import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';

const shape = 'inline-grid size-6 place-items-center rounded-sm border-0 bg-transparent p-0 align-top';

/** Arrow that opens what is below its row. */
export function ExpandButton({ isOpen, className = '', ...rest }: ComponentProps<'button'> & { isOpen: boolean }) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className={`${shape} cursor-pointer text-xs text-muted hover:bg-hover ${className}`}
      {...rest}
    >
      <Icon name="down" className={`text-sm transition-transform ${isOpen ? '' : '-rotate-90'}`} />
    </button>
  );
}
