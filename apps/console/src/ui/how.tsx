import { Tooltip } from 'antd';
import type { ReactNode } from 'react';

const HEARD: ('hover' | 'focus')[] = ['hover', 'focus'];

interface HowProps {
  says: string;
  /** E.g. the figures behind a share. */
  more?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A term with an explanation on hover and focus, also for screen readers. */
export function How({ says, more, className = '', children }: HowProps) {
  return (
    <Tooltip
      title={
        <>
          {says}
          {more}
        </>
      }
      trigger={HEARD}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the explanation too */}
      <span className={`term ${className}`} tabIndex={0} aria-description={says}>
        {children}
      </span>
    </Tooltip>
  );
}
