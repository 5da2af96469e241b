import { FILE_BYTES } from '@suyuan/contract';
import { isObject, type Json } from '@suyuan/forms';
import { Button } from 'antd';
import { type DragEvent, useContext, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { shellServices } from '../../data/shell-services.ts';
import { filePath, fileUrl } from '../../data/site-config.ts';
import { upload } from '../../data/upload.ts';
import { fetchFile } from '../../ui/file-inputs.tsx';
import { Icon } from '../../ui/icon.tsx';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { LinkButton } from '../../ui/row-link.tsx';
import { type ControlProps, flagOf, numberOf, textOf } from './control.ts';
import { FormContext } from './form-store.ts';
import { HelpText } from './form-texts.tsx';

interface FormFile {
  name: string;
  url: string;
}

interface FileField {
  /** Current files of the field. */
  currentFiles: () => readonly FormFile[];
  keep: (files: FormFile[]) => void;
  most: number;
}

/**
 * Uploads files sequentially. Each is added to the field's current files, which may change during an upload.
 *
 * @param upload returns the URL of a file; an exception skips that file and is reported through `onError`
 */
export async function uploadFiles(
  files: readonly File[],
  { currentFiles, keep, most }: FileField,
  upload: (file: File) => Promise<string>,
  onError: (error: Error) => void,
) {
  for (const file of files) {
    try {
      const url = await upload(file);
      if (currentFiles().length < most) keep([...currentFiles(), { name: file.name.slice(-100), url }]);
    } catch (error) {
      onError(error as Error);
    }
  }
}

const ImagePreview = lazyDialog(() => import('../../ui/image-preview.tsx'));

const isFile = (value: Json): value is { name: string; url: string } =>
  isObject(value) && typeof value.name === 'string' && typeof value.url === 'string';

export const filesOf = (value: Json | undefined): FormFile[] => (Array.isArray(value) ? value.filter(isFile) : []);

/** Whether the browser can display the file, by the extension of its URL or name. */
export const isPicture = ({ name, url }: FormFile) => /\.(png|jpe?g|gif|webp|bmp)$/i.test(url) || /\.(png|jpe?g|gif|webp|bmp)$/i.test(name);

export const pictureRow = 'mt-0 mb-2 flex list-none flex-wrap gap-2 p-0';
export const pictureFrame = 'block cursor-zoom-in overflow-hidden rounded border border-edge bg-fill p-0';

const units = { KB: 1024, MB: 1_048_576, GB: 1_073_741_824 };

/** Maximum bytes per file: the form's limit, capped by the server's limit. */
const maxBytes = ({ node }: ControlProps) => {
  const unit = units[(textOf(node, 'sizeUnit') ?? 'MB') as keyof typeof units] ?? units.MB;
  return Math.min((numberOf(node, 'fileSize') ?? 2) * unit, FILE_BYTES);
};

const sizeText = (bytes: number) =>
  bytes >= units.MB ? `${Math.round((bytes / units.MB) * 10) / 10} MB` : `${Math.round(bytes / 1024)} KB`;

/** Files of an answer, uploaded immediately by button or drop. */
export default function UploadControl(control: ControlProps) {
  const { node, id, label, value, onChange, disabled, describedBy } = control;
  const t = useTranslations();
  const filling = useContext(FormContext);
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(0);
  const [isDragOver, setDragOver] = useState(false);
  const [previewUrl, setPreviewUrl] = useState<string>();
  const files = filesOf(value);
  const most = numberOf(node, 'maxCount') ?? 50;
  const limit = maxBytes(control);
  const accept = textOf(node, 'accept');
  const showsCards = textOf(node, 'listType') !== 'text';
  const remaining = most - files.length;
  /** Current value, for uploads that finish after a change. */
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  const keep = (next: readonly FormFile[]) => {
    latest.current = next as unknown as Json;
    onChange(latest.current);
  };

  const isAccepted = (file: File) => {
    const kinds = (accept ?? '')
      .split(',')
      .map((kind) => kind.trim().toLowerCase())
      .filter(Boolean);
    return (
      kinds.length === 0 ||
      kinds.some((kind) => (kind.startsWith('.') ? file.name.toLowerCase().endsWith(kind) : file.type.startsWith(kind.replace('*', ''))))
    );
  };
  const addFiles = async (fileList: FileList | null) => {
    const selectedFiles = [...(fileList ?? [])];
    if (selectedFiles.length > remaining) shellServices.notify('warning', t('kit.form.filesMost', { max: most }));
    const accepted = selectedFiles.slice(0, Math.max(remaining, 0)).filter((file) => {
      if (!isAccepted(file)) shellServices.notify('error', t('kit.form.fileKind', { name: file.name, kinds: accept ?? '' }));
      else if (file.size >= limit) shellServices.notify('error', t('kit.form.fileTooLarge', { name: file.name, max: sizeText(limit) }));
      else return true;
      return false;
    });
    setBusy((count) => count + 1);
    const field = { currentFiles: () => filesOf(latest.current), keep, most };
    const pendingUpload = uploadFiles(accepted, field, upload, ({ message }) => shellServices.notify('error', message));
    filling?.store.addPending(pendingUpload);
    await pendingUpload;
    setBusy((count) => count - 1);
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setDragOver(false);
    if (!disabled) void addFiles(event.dataTransfer.files);
  };
  const removeFile = (at: number) => keep(files.filter((_, index) => index !== at));
  const tip =
    textOf(node, 'tip') ?? (flagOf(node, 'showTip') ? t('kit.form.fileTip', { max: sizeText(limit), kinds: accept ?? 'any' }) : undefined);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a list of files with its button is no set of fields
    <div
      role="group"
      aria-label={label}
      // a full field has no upload button
      {...(remaining <= 0 && { id, 'aria-describedby': describedBy })}
      className={isDragOver ? 'rounded outline-2 outline-offset-4 outline-primary outline-dashed' : ''}
      onDragOver={(event) => {
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={handleDrop}
    >
      {files.length > 0 && (
        <ul className={showsCards ? pictureRow : 'mt-0 mb-2 flex list-none flex-col gap-1 p-0'}>
          {files.map((file, at) => (
            <li key={file.url} className="relative flex items-center gap-1">
              {showsCards && isPicture(file) ? (
                <button
                  type="button"
                  className={`size-24 ${pictureFrame}`}
                  aria-label={file.name}
                  onClick={() => setPreviewUrl(fileUrl(file.url))}
                >
                  <img src={fileUrl(file.url)} alt="" loading="lazy" className="size-full object-cover" />
                </button>
              ) : (
                <LinkButton onClick={() => void fetchFile(filePath(file.url), file.name)}>{file.name}</LinkButton>
              )}
              {!disabled && (
                <Button
                  type="text"
                  size="small"
                  className={showsCards ? 'absolute! top-1 right-1 [--ant-btn-bg-color:var(--popup)]!' : ''}
                  icon={<Icon name="close" />}
                  aria-label={t('kit.form.fileOff', { name: file.name })}
                  onClick={() => removeFile(at)}
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
          void addFiles(target.files);
          target.value = '';
        }}
      />
      {remaining > 0 && (
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
      {tip && <HelpText>{tip}</HelpText>}
      {previewUrl && <ImagePreview src={previewUrl} onClose={() => setPreviewUrl(undefined)} />}
    </div>
  );
}
