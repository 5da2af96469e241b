import type { Editor } from '@tiptap/core';
import { Button, Dropdown, Popover } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { onEscape, ToolbarButton, ToolbarIcon, type ToolbarIconName, tool } from './toolbar-button.tsx';

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
        className={`min-w-14 justify-between! disabled:text-ink! ${tool}`}
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

export const textColours = {
  black: '#000000',
  darkGrey: '#595959',
  grey: '#8c8c8c',
  red: '#cf1322',
  orange: '#d46b08',
  gold: '#ad6800',
  green: '#389e0d',
  cyan: '#08979c',
  blue: '#0958d9',
  magenta: '#c41d7f',
} as const;

export const markers = {
  lightRed: '#fff1f0',
  lightOrange: '#fff7e6',
  lightYellow: '#fffbe6',
  lightLime: '#fcffe6',
  lightGreen: '#f6ffed',
  lightCyan: '#e6fffb',
  lightBlue: '#e6f4ff',
  lightIndigo: '#f0f5ff',
  lightPink: '#fff0f6',
  lightGrey: '#f0f0f0',
} as const;

interface ColourPickerProps {
  icon: ToolbarIconName;
  label: string;
  colours: typeof textColours | typeof markers;
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
  const entries = Object.entries(colours) as [keyof typeof textColours | keyof typeof markers, string][];
  const palette = (
    <fieldset
      className="m-0 grid grid-cols-[repeat(5,24px)] gap-2 border-0 p-0"
      aria-label={label}
      onKeyDown={onEscape(() => setOpen(false))}
    >
      {entries.map(([name, colour]) => (
        <button
          key={name}
          type="button"
          aria-label={t(`editor.colour.${name}`)}
          title={t(`editor.colour.${name}`)}
          aria-pressed={value === colour}
          className="size-6 cursor-pointer rounded-sm border border-edge outline-offset-1 outline-focus aria-pressed:outline-2"
          style={{ background: colour }}
          onClick={() => selectColour(colour)}
        />
      ))}
      <label className="col-span-full flex cursor-pointer items-center gap-2">
        <input
          type="color"
          className="size-6 border-0 bg-transparent p-0"
          value={/^#[0-9a-f]{6}$/i.test(value ?? '') ? value : '#1890ff'}
          onChange={({ target }) => onChange(target.value)}
        />
        {t('editor.otherColour')}
      </label>
      <Button size="small" className="col-span-full" onClick={() => selectColour(undefined)}>
        {t('editor.noColour')}
      </Button>
    </fieldset>
  );
  return (
    <Popover content={palette} trigger="click" open={open} onOpenChange={setOpen} placement="bottom">
      <span>
        <ToolbarButton icon={icon} label={label} disabled={disabled}>
          <i
            className="absolute inset-x-[5px] bottom-0.5 h-[3px] rounded-xs"
            style={{ background: value ?? 'transparent' }}
            aria-hidden="true"
          />
        </ToolbarButton>
      </span>
    </Popover>
  );
}
