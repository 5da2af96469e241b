import { type AriaAttributes, type MouseEvent, useMemo, useState } from 'react';
import { LazyBoundary, lazyDialog, lazyWithRetry } from './lazy-component.tsx';
import './rich-text.css';
import { safeHtml } from './safe-html.ts';
import { Skeleton, SkeletonLines } from './states.tsx';

const ImagePreview = lazyDialog(() => import('./image-preview.tsx'));

/** Links open in new windows, images enlarge on click. */
export function RichTextView({ html }: { html: string | null | undefined }) {
  const safe = useMemo(() => safeHtml(html ?? ''), [html]);
  const [enlargedSrc, setEnlargedSrc] = useState<string>();
  const onImageClick = ({ target }: MouseEvent) => {
    if (target instanceof HTMLImageElement && !target.closest('a')) setEnlargedSrc(target.src);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: enlarging is optional */}
      <div
        data-rich-text=""
        onClick={onImageClick} // biome-ignore lint/security/noDangerouslySetInnerHtml: it has just been sanitised
        dangerouslySetInnerHTML={{ __html: safe }}
      />
      {enlargedSrc && <ImagePreview src={enlargedSrc} onClose={() => setEnlargedSrc(undefined)} />}
    </>
  );
}

/** `id` and the ARIA attributes are those of the text box; antd's form items also pass them. */
export interface RichTextEditorProps extends Pick<AriaAttributes, 'aria-describedby' | 'aria-invalid' | 'aria-required'> {
  id?: string;
  /** HTML. Changes by the parent replace it; input is reported by `onChange`. */
  value?: string | null;
  onChange?: (html: string) => void;
  /** Height of the text area in pixels; 300 by default. */
  height?: number;
  placeholder?: string;
  label?: string;
  disabled?: boolean;
}

/** Pixels of the toolbar with one row of buttons, and of the line with the length of the text, with their borders. */
const [TOOLBAR_HEIGHT, FOOT_HEIGHT] = [38, 30];

const Editor = lazyWithRetry(() => import('./rich-text/editor.tsx'));

/** In place of toolbar and text. */
const EditorLoading = ({ height = 300 }: { height?: number | undefined }) => (
  <Skeleton minHeight={height + TOOLBAR_HEIGHT + FOOT_HEIGHT} className="overflow-hidden rounded border border-edge">
    <i className="block border-b border-line bg-hover" style={{ height: TOOLBAR_HEIGHT }} aria-hidden="true" />
    <div className="p-4" aria-hidden="true">
      <SkeletonLines count={Math.floor(height / 40)} />
    </div>
  </Skeleton>
);

/** HTML is limited to the shared allow-list. Loaded on demand. */
export function RichTextEditor(props: RichTextEditorProps) {
  return (
    <LazyBoundary loading={<EditorLoading height={props.height} />}>
      <Editor {...props} />
    </LazyBoundary>
  );
}
