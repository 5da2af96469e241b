import { FILE_BYTES } from '@suyuan/contract';
import { isObject, type Json } from '@suyuan/forms';
import { Button } from 'antd';
import { type DragEvent, Suspense, useContext, useLayoutEffect, useRef, useState } from 'react';
import { hosts } from '../../data/hosts.ts';
import { filePath, fileUrl } from '../../data/site-config.ts';
import { upload } from '../../data/upload.ts';
import { useWords } from '../../data/words.ts';
import { fetchFile } from '../../ui/file-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { type FormFile, loadFiles } from './bring-files.ts';
import { type ControlProps, flagOf, numberOf, textOf } from './control.ts';
import { FillingContext } from './form-context.ts';

const ImagePreview = lazyPart(() => import('../../ui/image-preview.tsx'));

const isFile = (value: Json): value is { name: string; url: string } =>
  isObject(value) && typeof value.name === 'string' && typeof value.url === 'string';

export const filesOf = (value: Json | undefined): FormFile[] => (Array.isArray(value) ? value.filter(isFile) : []);

/** Whether the browser can display the file, by the extension of its URL or name. */
export const isPicture = ({ name, url }: FormFile) => /\.(png|jpe?g|gif|webp|bmp)$/i.test(url) || /\.(png|jpe?g|gif|webp|bmp)$/i.test(name);

const units = { KB: 1024, MB: 1_048_576, GB: 1_073_741_824 };

/** Maximum bytes per file: the form's limit, capped by the server's limit. */
const mostBytes = ({ node }: ControlProps) => {
  const unit = units[(textOf(node, 'sizeUnit') ?? 'MB') as keyof typeof units] ?? units.MB;
  return Math.min((numberOf(node, 'fileSize') ?? 2) * unit, FILE_BYTES);
};

const sizeText = (bytes: number) =>
  bytes >= units.MB ? `${Math.round((bytes / units.MB) * 10) / 10} MB` : `${Math.round(bytes / 1024)} KB`;

/** Files of an answer, uploaded immediately by button or drop. */
export default function UploadControl(control: ControlProps) {
  const { node, id, label, value, onChange, disabled, describedBy } = control;
  const t = useWords();
  const filling = useContext(FillingContext);
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(0);
  const [over, setOver] = useState(false);
  const [shown, setShown] = useState<string>();
  const files = filesOf(value);
  const most = numberOf(node, 'maxCount') ?? 50;
  const limit = mostBytes(control);
  const accept = textOf(node, 'accept');
  const cards = textOf(node, 'listType') !== 'text';
  const room = most - files.length;
  /** Current value, for uploads that finish after a change. */
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  const keep = (next: readonly FormFile[]) => {
    latest.current = next as unknown as Json;
    onChange(latest.current);
  };

  const fits = (file: File) => {
    const kinds = (accept ?? '')
      .split(',')
      .map((kind) => kind.trim().toLowerCase())
      .filter(Boolean);
    return (
      kinds.length === 0 ||
      kinds.some((kind) => (kind.startsWith('.') ? file.name.toLowerCase().endsWith(kind) : file.type.startsWith(kind.replace('*', ''))))
    );
  };
  const take = async (given: FileList | null) => {
    const chosen = [...(given ?? [])];
    if (chosen.length > room) hosts.tell('warning', t('kit.form.filesMost', { max: most }));
    const good = chosen.slice(0, Math.max(room, 0)).filter((file) => {
      if (!fits(file)) hosts.tell('error', t('kit.form.fileKind', { name: file.name, kinds: accept ?? '' }));
      else if (file.size >= limit) hosts.tell('error', t('kit.form.fileTooLarge', { name: file.name, max: sizeText(limit) }));
      else return true;
      return false;
    });
    setBusy((count) => count + 1);
    const field = { held: () => filesOf(latest.current), keep, most };
    const work = loadFiles(good, field, upload, ({ message }) => hosts.tell('error', message));
    filling?.store.expect(work);
    await work;
    setBusy((count) => count - 1);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) void take(event.dataTransfer.files);
  };
  const takeOff = (at: number) => keep(files.filter((_, index) => index !== at));
  const tip =
    textOf(node, 'tip') ?? (flagOf(node, 'showTip') ? t('kit.form.fileTip', { max: sizeText(limit), kinds: accept ?? 'any' }) : undefined);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a list of files with its button is no set of fields
    <div
      role="group"
      aria-label={label}
      className={over ? 'form-upload form-upload-over' : 'form-upload'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {files.length > 0 && (
        <ul className={cards ? 'form-files form-files-cards' : 'form-files'}>
          {files.map((file, at) => (
            <li key={file.url}>
              {cards && isPicture(file) ? (
                <button type="button" className="form-picture" aria-label={file.name} onClick={() => setShown(fileUrl(file.url))}>
                  <img src={fileUrl(file.url)} alt="" loading="lazy" />
                </button>
              ) : (
                <button type="button" className="row-link" onClick={() => void fetchFile(filePath(file.url), file.name)}>
                  {file.name}
                </button>
              )}
              {!disabled && (
                <Button
                  type="text"
                  size="small"
                  className="form-file-off"
                  icon={<Icon name="close" />}
                  aria-label={t('kit.form.fileOff', { name: file.name })}
                  onClick={() => takeOff(at)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        // antd overrides `hidden` on file inputs of a form
        style={{ display: 'none' }}
        multiple={most > 1}
        {...(accept && { accept })}
        onChange={({ target }) => {
          void take(target.files);
          target.value = '';
        }}
      />
      {room > 0 && (
        <Button
          id={id}
          icon={<Icon name="upload" />}
          loading={busy > 0}
          disabled={disabled}
          {...(describedBy && { 'aria-describedby': describedBy })}
          onClick={() => input.current?.click()}
        >
          {textOf(node, 'buttonText') ?? t('kit.form.upload')}
        </Button>
      )}
      {tip && <p className="form-tip">{tip}</p>}
      {shown && (
        <Suspense>
          <ImagePreview src={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </div>
  );
}
