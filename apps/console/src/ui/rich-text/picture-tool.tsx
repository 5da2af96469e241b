import { safeStyle } from '@suyuan/contract';
import type { Editor } from '@tiptap/core';
import { Button, Input, Popover, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslations } from '../../data/words.ts';
import { onEscape } from './on-escape.ts';
import { ToolbarButton } from './tool.tsx';

const WIDTHS = ['', '25%', '50%', '75%', '100%'] as const;
const FLOATS = ['none', 'left', 'right'] as const;
type Float = (typeof FLOATS)[number];
const MARGINS = { none: undefined, left: '0 16px 8px 0', right: '0 0 8px 16px' } as const;

const parseStyle = (style: string) =>
  new Map(
    style
      .split(';')
      .map((each) => each.split(':').map((part) => part.trim()) as [string, string])
      .filter(([property]) => property),
  );

interface PictureToolProps {
  editor: Editor;
  selected: boolean;
  disabled: boolean;
  onSelectFile: () => void;
}

/** For the selected image: alternative text, width and wrapping. */
export function PictureTool({ editor, selected, disabled, onSelectFile }: PictureToolProps) {
  const t = useTranslations();
  /** Position of the image whose form is open; its inputs move the selection. */
  const [openPosition, setOpenPosition] = useState<number>();
  const [, rerender] = useState(0);
  const setOpen = (open: boolean) => setOpenPosition(open ? editor.state.selection.from : undefined);
  const picture = openPosition === undefined ? undefined : editor.state.doc.nodeAt(openPosition);
  if (!selected && !picture) return <ToolbarButton icon="picture" label={t('editor.picture')} disabled={disabled} onClick={onSelectFile} />;
  const { alt, keptStyle, width } = (picture?.attrs ?? {}) as Partial<Record<'alt' | 'keptStyle' | 'width', string | null>>;
  const style = parseStyle(keptStyle ?? '');
  const change = (attributes: Record<string, unknown>) => {
    if (openPosition === undefined || picture?.type.name !== 'image') return;
    editor.view.dispatch(
      editor.state.tr.setNodeMarkup(openPosition, undefined, { ...editor.state.doc.nodeAt(openPosition)?.attrs, ...attributes }),
    );
    rerender((times) => times + 1);
  };
  const setStyles = (changes: Record<string, string | undefined>) => {
    for (const [property, value] of Object.entries(changes)) {
      if (value) style.set(property, value);
      else style.delete(property);
    }
    const text = safeStyle([...style].map((pair) => pair.join(': ')).join('; '));
    const resetSize = 'width' in changes ? { width: null, height: null } : {};
    change({ keptStyle: text || null, ...resetSize });
  };
  const form = (
    <fieldset className="rich-picture" aria-label={t('editor.pictureOf')} onKeyDown={onEscape(() => setOpen(false))}>
      <Input
        aria-label={t('editor.pictureWords')}
        placeholder={t('editor.pictureWords')}
        defaultValue={alt ?? ''}
        maxLength={200}
        onBlur={({ target }) => change({ alt: target.value.trim() })}
        onPressEnter={(event) => {
          event.preventDefault();
          event.currentTarget.blur();
        }}
      />
      <Segmented<string>
        aria-label={t('editor.pictureWidth')}
        block
        value={style.get('width') ?? (width ? '?' : '')}
        options={WIDTHS.map((each) => ({ value: each, label: each || t('editor.pictureOwn') }))}
        onChange={(selectedWidth) => setStyles({ width: selectedWidth || undefined })}
      />
      <Segmented<Float>
        aria-label={t('editor.picturePlace')}
        block
        value={(style.get('float') as Float | undefined) ?? 'none'}
        options={FLOATS.map((float) => ({ value: float, label: t(`editor.picturePlace.${float}`) }))}
        onChange={(place) => setStyles({ float: place === 'none' ? undefined : place, margin: MARGINS[place] })}
      />
      <div className="rich-link-buttons">
        <Button
          size="small"
          onClick={() => {
            setOpen(false);
            onSelectFile();
          }}
        >
          {t('editor.picture')}
        </Button>
      </div>
    </fieldset>
  );
  return (
    <Popover content={form} trigger="click" open={picture?.type.name === 'image'} onOpenChange={setOpen} placement="bottom" destroyOnHidden>
      <span>
        <ToolbarButton icon="picture" label={t('editor.pictureOf')} active disabled={disabled} />
      </span>
    </Popover>
  );
}
