import { Button, Popover } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../data/words.ts';
import type { ToolbarIconName } from './icons.tsx';
import { onEscape } from './on-escape.ts';
import { ToolbarButton } from './tool.tsx';

interface ColourPickerProps {
  icon: ToolbarIconName;
  label: string;
  colours: readonly string[];
  value: string | undefined;
  onChange: (colour: string | undefined) => void;
  disabled: boolean;
}

export function ColourPicker({ icon, label, colours, value, onChange, disabled }: ColourPickerProps) {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  const selectColour = (colour: string | undefined) => {
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
          onClick={() => selectColour(colour)}
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
      <Button size="small" onClick={() => selectColour(undefined)}>
        {t('editor.noColour')}
      </Button>
    </fieldset>
  );
  return (
    <Popover content={palette} trigger="click" open={open} onOpenChange={setOpen} placement="bottom">
      <span>
        <ToolbarButton icon={icon} label={label} disabled={disabled}>
          <i className="rich-tool-colour" style={{ background: value ?? 'transparent' }} aria-hidden="true" />
        </ToolbarButton>
      </span>
    </Popover>
  );
}
