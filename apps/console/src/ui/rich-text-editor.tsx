import { Suspense } from 'react';
import { lazyWithRetry } from './lazy-part.ts';

export interface RichTextEditorProps {
  /** HTML. Changes by the parent replace it; input is reported by `onChange`. */
  value?: string | null;
  onChange?: (html: string) => void;
  /** Height of the text area in pixels; 300 by default. */
  height?: number;
  placeholder?: string;
  label?: string;
  disabled?: boolean;
}

const Editor = lazyWithRetry(() => import('./rich-text/editor.tsx'));

/** HTML is limited to the shared allow-list. Loaded on demand. */
export function RichTextEditor(props: RichTextEditorProps) {
  return (
    <Suspense fallback={<div className="rich-editor-waiting" style={{ height: (props.height ?? 300) + 42 }} />}>
      <Editor {...props} />
    </Suspense>
  );
}
