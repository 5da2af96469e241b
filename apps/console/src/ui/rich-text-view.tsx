import { type MouseEvent, Suspense, useMemo, useState } from 'react';
import { lazyPart } from './lazy-part.ts';
import './rich-text.css';
import { safeHtml } from './safe-html.ts';

const ImagePreview = lazyPart(() => import('./image-preview.tsx'));

/** Links open in new windows, images enlarge on click. */
export function RichTextView({ html }: { html: string | null | undefined }) {
  const safe = useMemo(() => safeHtml(html ?? ''), [html]);
  const [shown, setShown] = useState<string>();
  const enlarge = ({ target }: MouseEvent) => {
    if (target instanceof HTMLImageElement && !target.closest('a')) setShown(target.src);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: enlarging is optional */}
      <div
        className="rich-text"
        onClick={enlarge} // biome-ignore lint/security/noDangerouslySetInnerHtml: it has just been sanitised
        dangerouslySetInnerHTML={{ __html: safe }}
      />
      {shown && (
        <Suspense>
          <ImagePreview src={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  );
}
