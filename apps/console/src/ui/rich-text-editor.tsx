import { Suspense } from 'react';
import { lazyPart } from './lazy-part.ts';

export interface RichTextEditorProps {
  /** HTML. Set anew by whoever owns it; what is typed comes by `onChange`. */
  value?: string | null;
  onChange?: (html: string) => void;
  /** Pixels of the writing area; 300 as specified. */
  height?: number;
  placeholder?: string;
  /** Name of the field, for those who hear it. */
  label?: string;
  disabled?: boolean;
}

const Editor = lazyPart(() => import('./rich-text/editor.tsx'));

/** Writes rich text: what a person expects of a word processor, HTML by the shared allow-list. Its script loads when it is first shown. */
export function RichTextEditor(props: RichTextEditorProps) {
  return (
    <Suspense fallback={<div className="rich-editor-waiting" style={{ height: (props.height ?? 300) + 42 }} />}>
      <Editor {...props} />
    </Suspense>
  );
}
