import type { Editor } from '@tiptap/core';
import { Button, Dropdown, Popover } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { onEscape, ToolbarButton, ToolbarIcon, type ToolbarIconName } from './toolbar-button.tsx';

const SIZES = ['12px', '14px', '16px', '18px', '20px', '24px', '28px', '36px'] as const;
const LINE_HEIGHTS = ['1', '1.5', '1.75', '2', '2.5'] as const;

export function FontSizeTool({ editor, value, disabled }: { editor: Editor; value: string | undefined; disabled: boolean }) {
  const t = useTranslations();
  const run = () => editor.chain().focus();
  const items = [
    { key: '', label: t('editor.sizeUsual'), onClick: () => run().unsetFontSize().run() },
    ...SIZES.map((size) => ({ key: size, label: size.replace('px', ''), onClick: () => run().setFontSize(size).run() })),
  ];
  const currentLabel = value?.replace('px', '') ?? t('editor.sizeUsual');
  return <SelectTool label={t('editor.size')} currentLabel={currentLabel} items={items} selectedKey={value ?? ''} disabled={disabled} />;
}

export function LineHeightTool({ editor, value, disabled }: { editor: Editor; value: string | undefined; disabled: boolean }) {
  const t = useTranslations();
  const run = () => editor.chain().focus();
  const items = [
    { key: '', label: t('editor.lineUsual'), onClick: () => run().unsetLineHeight().run() },
    ...LINE_HEIGHTS.map((height) => ({ key: height, label: height, onClick: () => run().setLineHeight(height).run() })),
  ];
  return (
    <SelectTool
      label={t('editor.line')}
      currentLabel={value ?? t('editor.lineUsual')}
      items={items}
      selectedKey={value ?? ''}
      disabled={disabled}
    />
  );
}

interface SelectToolProps {
  label: string;
  currentLabel: string;
  selectedKey: string;
  items: { key: string; label: string; onClick: () => void }[];
  disabled: boolean;
}

function SelectTool({ label, currentLabel, selectedKey, items, disabled }: SelectToolProps) {
  return (
    <Dropdown trigger={['click']} disabled={disabled} menu={{ selectedKeys: [selectedKey], items }}>
      <Button
        type="text"
        size="small"
        className="rich-tool rich-tool-size"
        aria-label={`${label} ${currentLabel}`}
        title={label}
        disabled={disabled}
        tabIndex={-1}
        onMouseDown={(event) => event.preventDefault()}
      >
        {currentLabel} <ToolbarIcon name="down" />
      </Button>
    </Dropdown>
  );
}

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
