import { Tooltip } from 'antd';
import type { ReactNode } from 'react';

/** What tells the explanation. */
const HEARD: ('hover' | 'focus')[] = ['hover', 'focus'];

interface HowProps {
  says: string;
  /** What else is shown with the explanation, e.g. the figures behind a share. */
  more?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A name with how its figure is counted: a dotted underline, told to pointer, keyboard and ear alike. */
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the explanation is for the keyboard too */}
      <span className={`term ${className}`} tabIndex={0} aria-description={says}>
        {children}
      </span>
    </Tooltip>
  );
}
