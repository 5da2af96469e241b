import type { Editor } from '@tiptap/core';
import { Button, Dropdown } from 'antd';
import { useTranslations } from '../../data/words.ts';
import { ToolbarIcon } from './icons.tsx';

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
