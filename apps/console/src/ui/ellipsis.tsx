import { Tooltip } from 'antd';
import { cutAt, widthOf } from './text-width.ts';

/** A text cut to a width in ASCII letters, of which others take two; the whole is said when it is pointed at, focused or heard. */
export function Ellipsis({ children, width }: { children: string; width: number }) {
  if (widthOf(children) <= width) return <>{children}</>;
  return (
    <Tooltip title={children} trigger={['hover', 'focus']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who uses the keyboard reads the whole too */}
      <span className="ellipsis" tabIndex={0}>
        <span aria-hidden="true">{cutAt(children, width - 1)}…</span>
        <span className="unseen">{children}</span>
      </span>
    </Tooltip>
  );
}
