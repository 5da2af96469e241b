import { Suspense } from 'react';
import { lazyPart } from './lazy-part.ts';

/** What the colours follow: `tsx` also reads TypeScript, JavaScript and `export default` modules. */
export type CodeLanguage = 'json' | 'tsx' | 'sql' | 'plain';

/** A line that is wrong, and why. */
export interface CodeFault {
  /** From 1. */
  line: number;
  message: string;
}

export interface CodeEditorProps {
  /** The text; set anew by whoever owns it, what is typed comes by `onChange`. */
  value: string;
  onChange?: (text: string) => void;
  language: CodeLanguage;
  /** Name of the text, for those who hear it. */
  label: string;
  readOnly?: boolean;
  /** Marked in the text, the first scrolled to. */
  faults?: readonly CodeFault[];
  /** Height as CSS has it; it fills its place otherwise. */
  height?: string;
}

const Editor = lazyPart(() => import('./code/editor.tsx'));

/** Shows or edits code: colours, line numbers, search. Its script loads when it is first shown. Tab leaves it, as it leaves any field. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<div className="code-editor-waiting" style={{ height: props.height ?? '100%' }} />}>
      <Editor {...props} />
    </Suspense>
  );
}
