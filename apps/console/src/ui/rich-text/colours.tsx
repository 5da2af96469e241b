import { Button, Popover } from 'antd';
import { useState } from 'react';
import { useWords } from '../../data/words.ts';
import type { PictureName } from './icons.tsx';
import { onEscape } from './on-escape.ts';
import { Tool } from './tool.tsx';

interface ColoursProps {
  picture: PictureName;
  label: string;
  colours: readonly string[];
  value: string | undefined;
  onChange: (colour: string | undefined) => void;
  disabled: boolean;
}

export function Colours({ picture, label, colours, value, onChange, disabled }: ColoursProps) {
  const t = useWords();
  const [open, setOpen] = useState(false);
  const choose = (colour: string | undefined) => {
    setOpen(false);
    onChange(colour);
  };
  const palette = (
    <fieldset className="rich-palette" aria-label={label} onKeyDown={onEscape(() => setOpen(false))}>
      {colours.map((colour) => (
        <button
          key={colour}
          type="button"
          aria-label={colour}
          aria-pressed={value === colour}
          style={{ background: colour }}
          onClick={() => choose(colour)}
        />
      ))}
      <label className="rich-palette-other">
        <input
          type="color"
          value={/^#[0-9a-f]{6}$/i.test(value ?? '') ? value : '#1890ff'}
          onChange={({ target }) => onChange(target.value)}
        />
        {t('editor.otherColour')}
      </label>
      <Button size="small" onClick={() => choose(undefined)}>
        {t('editor.noColour')}
      </Button>
    </fieldset>
  );
  return (
    <Popover content={palette} trigger="click" open={open} onOpenChange={setOpen} placement="bottom">
      <span>
        <Tool picture={picture} label={label} disabled={disabled}>
          <i className="rich-tool-colour" style={{ background: value ?? 'transparent' }} aria-hidden="true" />
        </Tool>
      </span>
    </Popover>
  );
}
