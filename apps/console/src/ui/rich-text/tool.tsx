import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { say } from '../../data/words.ts';
import { Picture, type PictureName } from './icons.tsx';

interface ToolProps {
  picture: PictureName;
  label: string;
  /** Keys that do the same, e.g. `Ctrl+B`. */
  keys?: string;
  /** Whether it holds where the cursor stands; undefined for what is done once. */
  on?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Whether Tab comes to it; the arrows come to all. */
  byTab?: boolean;
  onClick?: () => void;
  children?: ReactNode;
}

/** One button of the toolbar. The text keeps its selection while it is pressed. */
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
