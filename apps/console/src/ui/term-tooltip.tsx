import { Tooltip } from 'antd';
import type { ReactNode } from 'react';

const TRIGGERS: ('hover' | 'focus')[] = ['hover', 'focus'];

const TERM = 'cursor-help underline decoration-dotted underline-offset-3';

interface TermTooltipProps {
  explanation: string;
  /** E.g. the figures behind a share. */
  details?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A term with an explanation on hover and focus, also for screen readers. */
export function TermTooltip({ explanation, details, className = '', children }: TermTooltipProps) {
  return (
    <Tooltip
      title={
        <>
          {explanation}
          {details}
        </>
      }
      trigger={TRIGGERS}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the explanation too */}
      <span className={`${TERM} ${className}`} tabIndex={0} aria-description={explanation}>
        {children}
      </span>
    </Tooltip>
  );
}
