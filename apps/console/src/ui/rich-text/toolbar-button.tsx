import { Button, Tooltip } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import { translate } from '../../data/i18n.ts';
import { shortcutOf } from '../../data/platform.ts';
import { SvgIcon } from '../icon.tsx';

/** Escape closes only the topmost popup. */
export const onEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return;
  event.stopPropagation();
  close();
};

/** Toolbar icons on a 24 × 24 grid, in the style of `ui/icon.tsx` but loaded with the editor. */
const paths = {
  undo: 'M9 7 4.500 11.500 9 16M5 11.500h9a5 5 0 0 1 0 10h-3',
  redo: 'm15 7 4.500 4.500L15 16M19 11.500h-9a5 5 0 0 0 0 10h3',
  bold: 'M7 4h6a4 4 0 0 1 0 8H7zM7 12h7a4 4 0 0 1 0 8H7z',
  italic: 'M10 4h8M6 20h8M14.500 4l-5 16',
  underline: 'M7 4v7a5 5 0 0 0 10 0V4M6 20h12',
  strike: 'M4 12h16M17 8c0-2.500-2-4-5-4S7 5.500 7 8c0 1.800 1.200 3 3.500 4M7 16c0 2.500 2 4 5 4s5-1.500 5-4c0-1-.300-1.800-.900-2.500',
  left: 'M4 5h16M4 10h10M4 15h16M4 20h10',
  center: 'M4 5h16M7 10h10M4 15h16M7 20h10',
  right: 'M4 5h16M10 10h10M4 15h16M10 20h10',
  justify: 'M4 5h16M4 10h16M4 15h16M4 20h16',
  bullets: 'M9 6h11M9 12h11M9 18h11M4.500 6h.010M4.500 12h.010M4.500 18h.010',
  numbers: 'M10 6h10M10 12h10M10 18h10M4 4.500h1.500V8M4 8h3M4 14c0-2 3-2 3 0 0 1.200-3 2-3 3.500h3',
  quote: 'M9 7c-3 0-4.500 2-4.500 5v5H9v-5H5M19 7c-3 0-4.500 2-4.500 5v5H19v-5h-4',
  code: 'm8 7-5 5 5 5M16 7l5 5-5 5',
  rule: 'M4 12h16M6 6h12M6 18h12',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9.500h.010',
  table: 'M4 5h16v14H4zM4 10h16M4 14.500h16M9.500 5v14M15 5v14',
  clear: 'M6 5h12M12 5l-2 9M5 20h6M14 15l6 6M20 15l-6 6',
  source: 'm8 7-5 5 5 5M16 7l5 5-5 5M13.500 5l-3 14',
  find: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13M15.500 15.500l5 5',
  wide: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  narrow: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
  down: 'm7 10 5 5 5-5',
  ink: 'M6 16 12 4l6 12M8.500 12h7',
  marker: 'M4 20h7M7 16l9-11 4 3.500L11 18l-4 1z',
  sub: 'm4 6 9 11M13 6 4 17M16 16c0-2.500 4-2.500 4 0 0 1.500-4 2.500-4 4.500h4',
  sup: 'm4 8 9 11M13 8 4 19M16 4.500c0-2.500 4-2.500 4 0 0 1.500-4 2.500-4 4.500h4',
} as const;

export type ToolbarIconName = keyof typeof paths;

export function ToolbarIcon({ name }: { name: ToolbarIconName }) {
  return <SvgIcon path={paths[name]} />;
}

interface ToolbarButtonProps {
  icon: ToolbarIconName;
  label: string;
  /** Key that is pressed with Ctrl, or ⌘ on Apple devices. */
  shortcut?: string;
  /** Whether the format is active at the cursor; undefined for one-time actions. */
  active?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Whether Tab reaches it; arrow keys reach all tools. */
  tabStop?: boolean;
  onClick?: () => void;
  children?: ReactNode;
}

export const tool = 'relative h-7! px-1! disabled:opacity-35';
/** As variables, so that antd's colours apply on hover. */
const activeTool = '[--ant-btn-bg-color:var(--primary-ground)]! [--ant-btn-text-color:var(--primary-ink)]! disabled:text-primary-ink!';

/** Pressing it preserves the selection of the text. */
export function ToolbarButton({
  icon,
  label,
  shortcut,
  active,
  disabled,
  tabStop = false,
  onClick,
  children,
  ...rest
}: ToolbarButtonProps) {
  return (
    <Tooltip title={shortcut ? translate('kit.aside', { what: label, more: shortcutOf(shortcut) }) : label} mouseEnterDelay={0.5}>
      <Button
        type="text"
        size="small"
        className={`min-w-7 ${tool} ${active ? activeTool : 'disabled:text-ink!'}`}
        aria-label={label}
        aria-pressed={active}
        disabled={disabled ?? false}
        tabIndex={tabStop ? 0 : -1}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
        {...rest}
      >
        <ToolbarIcon name={icon} />
        {children}
      </Button>
    </Tooltip>
  );
}
