import { safeStyle } from '@suyuan/contract';
import type { Editor } from '@tiptap/core';
import { Button, Input, Popover, Segmented } from 'antd';
import { useState } from 'react';
import { useWords } from '../../data/words.ts';
import { onEscape } from './on-escape.ts';
import { Tool } from './tool.tsx';

const WIDTHS = ['', '25%', '50%', '75%', '100%'] as const;
const PLACES = ['none', 'left', 'right'] as const;
type Place = (typeof PLACES)[number];
const MARGINS = { none: undefined, left: '0 16px 8px 0', right: '0 0 8px 16px' } as const;

const declarations = (style: string) =>
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
  onAsk: () => void;
}

/** For the selected image: alternative text, width and wrapping. */
export function PictureTool({ editor, selected, disabled, onAsk }: PictureToolProps) {
  const t = useWords();
  /** Position of the image whose form is open; its inputs move the selection. */
  const [at, openAt] = useState<number>();
  const [, drawn] = useState(0);
  const setOpen = (open: boolean) => openAt(open ? editor.state.selection.from : undefined);
  const picture = at === undefined ? undefined : editor.state.doc.nodeAt(at);
  if (!selected && !picture) return <Tool picture="picture" label={t('editor.picture')} disabled={disabled} onClick={onAsk} />;
  const { alt, keptStyle, width } = (picture?.attrs ?? {}) as Partial<Record<'alt' | 'keptStyle' | 'width', string | null>>;
  const style = declarations(keptStyle ?? '');
  const change = (attributes: Record<string, unknown>) => {
    if (at === undefined || picture?.type.name !== 'image') return;
    editor.view.dispatch(editor.state.tr.setNodeMarkup(at, undefined, { ...editor.state.doc.nodeAt(at)?.attrs, ...attributes }));
    drawn((times) => times + 1);
  };
  const set = (changes: Record<string, string | undefined>) => {
    for (const [property, value] of Object.entries(changes)) {
      if (value) style.set(property, value);
      else style.delete(property);
    }
    const text = safeStyle([...style].map((pair) => pair.join(': ')).join('; '));
    const sized = 'width' in changes ? { width: null, height: null } : {};
    change({ keptStyle: text || null, ...sized });
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
        onChange={(chosen) => set({ width: chosen || undefined })}
      />
      <Segmented<Place>
        aria-label={t('editor.picturePlace')}
        block
        value={(style.get('float') as Place | undefined) ?? 'none'}
        options={PLACES.map((place) => ({ value: place, label: t(`editor.picturePlace.${place}`) }))}
        onChange={(place) => set({ float: place === 'none' ? undefined : place, margin: MARGINS[place] })}
      />
      <div className="rich-link-buttons">
        <Button
          size="small"
          onClick={() => {
            setOpen(false);
            onAsk();
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
        <Tool picture="picture" label={t('editor.pictureOf')} on disabled={disabled} />
      </span>
    </Popover>
  );
}
