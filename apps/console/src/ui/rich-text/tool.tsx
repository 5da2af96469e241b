import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { say } from '../../data/words.ts';
import { Picture, type PictureName } from './icons.tsx';

interface ToolProps {
  picture: PictureName;
  label: string;
  keys?: string;
  /** Whether the format is active at the cursor; undefined for one-time actions. */
  on?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Whether Tab reaches it; arrow keys reach all tools. */
  byTab?: boolean;
  onClick?: () => void;
  children?: ReactNode;
}

/** Pressing it preserves the selection of the text. */
export function Tool({ picture, label, keys, on, disabled, byTab = false, onClick, children, ...rest }: ToolProps) {
  return (
    <Tooltip title={keys ? say('kit.aside', { what: label, more: keys }) : label} mouseEnterDelay={0.5}>
      <Button
        type="text"
        size="small"
        className={on ? 'rich-tool rich-tool-on' : 'rich-tool'}
        aria-label={label}
        aria-pressed={on}
        disabled={disabled ?? false}
        tabIndex={byTab ? 0 : -1}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
        {...rest}
      >
        <Picture name={picture} />
        {children}
      </Button>
    </Tooltip>
  );
}
