import type { Editor } from '@tiptap/core';
import { Button, Dropdown } from 'antd';
import { useWords } from '../../data/words.ts';
import { Picture } from './icons.tsx';

const SIZES = ['12px', '14px', '16px', '18px', '20px', '24px', '28px', '36px'] as const;
const HEIGHTS = ['1', '1.5', '1.75', '2', '2.5'] as const;

export function SizeTool({ editor, value, disabled }: { editor: Editor; value: string | undefined; disabled: boolean }) {
  const t = useWords();
  const run = () => editor.chain().focus();
  const items = [
    { key: '', label: t('editor.sizeUsual'), onClick: () => run().unsetFontSize().run() },
    ...SIZES.map((size) => ({ key: size, label: size.replace('px', ''), onClick: () => run().setFontSize(size).run() })),
  ];
  const now = value?.replace('px', '') ?? t('editor.sizeUsual');
  return <Choice label={t('editor.size')} now={now} items={items} chosen={value ?? ''} disabled={disabled} />;
}

export function LineTool({ editor, value, disabled }: { editor: Editor; value: string | undefined; disabled: boolean }) {
  const t = useWords();
  const run = () => editor.chain().focus();
  const items = [
    { key: '', label: t('editor.lineUsual'), onClick: () => run().unsetLineHeight().run() },
    ...HEIGHTS.map((height) => ({ key: height, label: height, onClick: () => run().setLineHeight(height).run() })),
  ];
  return <Choice label={t('editor.line')} now={value ?? t('editor.lineUsual')} items={items} chosen={value ?? ''} disabled={disabled} />;
}

interface ChoiceProps {
  label: string;
  now: string;
  chosen: string;
  items: { key: string; label: string; onClick: () => void }[];
  disabled: boolean;
}

function Choice({ label, now, chosen, items, disabled }: ChoiceProps) {
  return (
    <Dropdown trigger={['click']} disabled={disabled} menu={{ selectedKeys: [chosen], items }}>
      <Button
        type="text"
        size="small"
        className="rich-tool rich-tool-size"
        aria-label={`${label} ${now}`}
        title={label}
        disabled={disabled}
        tabIndex={-1}
        onMouseDown={(event) => event.preventDefault()}
      >
        {now} <Picture name="down" />
      </Button>
    </Dropdown>
  );
}
