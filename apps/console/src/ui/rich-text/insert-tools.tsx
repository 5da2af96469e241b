import { isSafeUrl, safeStyle } from '@suyuan/contract';
import type { Editor } from '@tiptap/core';
import { Button, Input, Popover, Segmented } from 'antd';
import { type FormEvent, useEffectEvent, useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { shellServices } from '../../data/shell-services.ts';
import { upload, validateFile } from '../../data/upload.ts';
import { onEscape, ToolbarButton } from './toolbar-button.tsx';

interface UploadedImage {
  src: string;
  alt: string;
}

/** One at a time. */
export function useImageUpload(onUploaded: (image: UploadedImage, at: number | undefined) => void) {
  const [uploadCount, setUploadCount] = useState(0);
  // the text may change while an image uploads
  const reportUpload = useEffectEvent(onUploaded);
  const insertImages = async (files: File[], at?: number) => {
    let place = at;
    for (const file of files) {
      const message = validateFile(file);
      if (message) {
        shellServices.notify('error', message);
        continue;
      }
      setUploadCount((count) => count + 1);
      try {
        reportUpload({ src: await upload(file), alt: file.name.replace(/\.[^.]*$/, '') }, place);
        place = undefined;
      } catch (error) {
        shellServices.notify('error', (error as Error).message);
      } finally {
        setUploadCount((count) => count - 1);
      }
    }
  };
  return { uploadCount, insertImages };
}

export const imageFilesIn = (data: DataTransfer | null): File[] => [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));

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
    <fieldset
      className="m-0 grid w-[min(320px,calc(100vw-64px))] gap-2 border-0 p-0"
      aria-label={t('editor.pictureOf')}
      onKeyDown={onEscape(() => setOpen(false))}
    >
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
      <div className="flex justify-end gap-2">
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

/** An address without a scheme is an external site, unless it is a path. */
const withScheme = (address: string) => (/^([a-z][a-z0-9+.-]*:|\/|#)/i.test(address) ? address : `https://${address}`);

export function LinkTool({ editor, active, disabled }: { editor: Editor; active: boolean; disabled: boolean }) {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  const [address, setAddress] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const onOpenChange = (isVisible: boolean) => {
    if (isVisible) setAddress(String(editor.getAttributes('link').href ?? ''));
    setInvalid(false);
    setOpen(isVisible);
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    // a nested form must not submit the outer one
    event.stopPropagation();
    const href = withScheme(address.trim());
    if (!address.trim() || !isSafeUrl(href, 'link')) return setInvalid(true);
    setOpen(false);
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !active)
      chain.insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
  };
  const form = (
    <form className="grid w-[min(280px,calc(100vw-64px))] gap-2" onSubmit={apply} onKeyDown={onEscape(() => setOpen(false))}>
      <Input
        autoFocus
        aria-label={t('editor.linkAddress')}
        placeholder="https://"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        {...(isInvalid && { status: 'error' as const })}
      />
      {isInvalid && (
        <p role="alert" className="m-0 text-xs/5 text-danger">
          {t('editor.linkWrong')}
        </p>
      )}
      <div className="flex justify-end gap-2">
        {active && (
          <Button
            size="small"
            onClick={() => {
              setOpen(false);
              editor.chain().focus().extendMarkRange('link').unsetLink().run();
            }}
          >
            {t('editor.linkRemove')}
          </Button>
        )}
        <Button size="small" type="primary" htmlType="submit">
          {t('kit.confirm')}
        </Button>
      </div>
    </form>
  );
  return (
    <Popover content={form} trigger="click" open={open} onOpenChange={onOpenChange} placement="bottom" destroyOnHidden>
      <span>
        <ToolbarButton icon="link" label={t('editor.link')} active={active} disabled={disabled} />
      </span>
    </Popover>
  );
}
