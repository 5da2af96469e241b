import { Tooltip } from 'antd';
import type { ReactNode } from 'react';

/** What tells the explanation. */
const HEARD: ('hover' | 'focus')[] = ['hover', 'focus'];

/** A name with how its figure is counted: a dotted underline, told to pointer, keyboard and ear alike. */
export function How({ says, children }: { says: string; children: ReactNode }) {
  return (
    <Tooltip title={says} trigger={HEARD}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the explanation is for the keyboard too */}
      <span className="term" tabIndex={0} aria-description={says}>
        {children}
      </span>
    </Tooltip>
  );
}
