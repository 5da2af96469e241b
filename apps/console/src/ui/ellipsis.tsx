import { Tooltip } from 'antd';
import { truncate, widthOf } from './text-width.ts';

/** Width in ASCII letters; wide characters count two. Screen readers get the full text. */
export function Ellipsis({ children, width }: { children: string; width: number }) {
  if (widthOf(children) <= width) return <>{children}</>;
  return (
    <Tooltip title={children} trigger={['hover', 'focus']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the full text too */}
      <span className="ellipsis" tabIndex={0}>
        <span aria-hidden="true">{truncate(children, width - 1)}…</span>
        <span className="unseen">{children}</span>
      </span>
    </Tooltip>
  );
}
