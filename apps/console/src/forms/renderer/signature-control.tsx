import type { Json } from '@suyuan/forms';
import { Button } from 'antd';
import { type PointerEvent, useContext, useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { shellServices } from '../../data/shell-services.ts';
import { fileUrl } from '../../data/site-config.ts';
import { upload } from '../../data/upload.ts';
import { type ControlProps, numberOf } from './control.ts';
import { FormContext } from './form-store.ts';
import { filesOf } from './upload-control.tsx';

type Point = [x: number, y: number];

/** Renders the strokes black on white, independent of the theme. */
function renderPng(lines: readonly Point[][], width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width * 2;
  canvas.height = height * 2;
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(2, 2);
  context.strokeStyle = '#000';
  context.lineWidth = 2.4;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const line of lines) {
    context.beginPath();
    for (const [at, [x, y]] of line.entries()) at === 0 ? context.moveTo(x, y) : context.lineTo(x, y);
    if (line.length === 1) context.lineTo((line[0]?.[0] ?? 0) + 0.1, line[0]?.[1] ?? 0);
    context.stroke();
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

const strokePath = (line: readonly Point[]) => line.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** Signature by touch, pen or mouse, or as an uploaded picture. Uploaded on confirmation. */
export default function SignatureControl({ node, id, label, value, onChange, disabled, describedBy }: ControlProps) {
  const t = useTranslations();
  const pad = useRef<SVGSVGElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const filling = useContext(FormContext);
  const [lines, setLines] = useState<Point[][]>([]);
  const [busy, setBusy] = useState(false);
  const focusTarget = { id, ...(describedBy && { 'aria-describedby': describedBy }) };
  const height = numberOf(node, 'height') ?? 160;
  const [file] = filesOf(value);
  useEffect(() => {
    if (file) setLines([]);
  }, [file]);

  const pointOf = (event: PointerEvent): Point => {
    const box = pad.current?.getBoundingClientRect();
    return [event.clientX - (box?.left ?? 0), event.clientY - (box?.top ?? 0)];
  };
  const uploadPicture = async (picture: File) => {
    setBusy(true);
    const pendingUpload = upload(picture).then((url) => onChange([{ name: picture.name, url }] as Json));
    filling?.store.addPending(pendingUpload);
    try {
      await pendingUpload;
    } catch (error) {
      shellServices.notify('error', (error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const confirm = async () => {
    const blob = await renderPng(lines, pad.current?.clientWidth ?? 400, height);
    if (blob) await uploadPicture(new File([blob], 'signature.png', { type: 'image/png' }));
  };

  if (file)
    return (
      <div className="flex items-end gap-2">
        <img src={fileUrl(file.url)} alt={label} className="max-w-full rounded border border-line bg-white" style={{ maxHeight: height }} />
        {!disabled && (
          <Button {...focusTarget} size="small" onClick={() => onChange([])}>
            {t('kit.form.signAgain')}
          </Button>
        )}
      </div>
    );
  return (
    <div>
      <svg
        ref={pad}
        role="img"
        aria-label={t('kit.form.signPad', { label })}
        height={height}
        className="block w-full cursor-crosshair touch-none rounded border border-dashed border-edge bg-fill"
        onPointerDown={(event) => {
          if (disabled || event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setLines((current) => [...current, [pointOf(event)]]);
        }}
        onPointerMove={(event) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
          const point = pointOf(event);
          setLines((current) => [...current.slice(0, -1), [...(current.at(-1) ?? []), point]]);
        }}
      >
        <g className="stroke-ink" fill="none" strokeWidth={2.4} strokeLinecap="round" strokeLinejoin="round">
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: strokes are only ever added at the end
            <path key={at} d={strokePath(line)} />
          ))}
        </g>
        {lines.length === 0 && (
          <text x="50%" y="50%" textAnchor="middle" dominantBaseline="middle" className="fill-muted text-sm select-none">
            {t('kit.form.signHere')}
          </text>
        )}
      </svg>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="small" disabled={disabled || lines.length === 0} onClick={() => setLines([])}>
          {t('kit.form.signClear')}
        </Button>
        <Button size="small" type="primary" loading={busy} disabled={disabled || lines.length === 0} onClick={() => void confirm()}>
          {t('kit.form.signConfirm')}
        </Button>
        <input
          ref={input}
          type="file"
          // antd overrides `hidden` on file inputs of a form
          style={{ display: 'none' }}
          accept=".png,.jpg,.jpeg,.webp"
          onChange={({ target }) => {
            const [picture] = target.files ?? [];
            if (picture) void uploadPicture(picture);
            target.value = '';
          }}
        />
        <Button {...focusTarget} size="small" type="link" disabled={disabled} onClick={() => input.current?.click()}>
          {t('kit.form.signUpload')}
        </Button>
      </div>
    </div>
  );
}
