import { Tooltip } from 'antd';
import { cutAt, widthOf } from './text-width.ts';

/**
 * Truncates a text to a width in ASCII letters; wide characters count two. The full text is in a tooltip and available to screen readers.
 */
export function Ellipsis({ children, width }: { children: string; width: number }) {
  if (widthOf(children) <= width) return <>{children}</>;
  return (
    <Tooltip title={children} trigger={['hover', 'focus']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the full text too */}
      <span className="ellipsis" tabIndex={0}>
        <span aria-hidden="true">{cutAt(children, width - 1)}…</span>
        <span className="unseen">{children}</span>
      </span>
    </Tooltip>
  );
}
