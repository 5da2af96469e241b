import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { translate } from '../../data/words.ts';
import { ToolbarIcon, type ToolbarIconName } from './icons.tsx';

interface ToolbarButtonProps {
  icon: ToolbarIconName;
  label: string;
  shortcut?: string;
  /** Whether the format is active at the cursor; undefined for one-time actions. */
  active?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Whether Tab reaches it; arrow keys reach all tools. */
  tabStop?: boolean;
  onClick?: () => void;
  children?: ReactNode;
}

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
    <Tooltip title={shortcut ? translate('kit.aside', { what: label, more: shortcut }) : label} mouseEnterDelay={0.5}>
      <Button
        type="text"
        size="small"
        className={active ? 'rich-tool rich-tool-on' : 'rich-tool'}
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
