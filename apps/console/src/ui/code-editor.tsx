import { Suspense } from 'react';
import { lazyWithRetry } from './lazy-component.tsx';

/** `tsx` also covers TypeScript, JavaScript and modules with `export default`. */
export type CodeLanguage = 'json' | 'tsx' | 'sql' | 'plain';

export interface CodeError {
  /** Starts at 1. */
  line: number;
  message: string;
}

export interface CodeEditorProps {
  /** Changes by the parent replace it; input is reported by `onChange`. */
  value: string;
  onChange?: (text: string) => void;
  language: CodeLanguage;
  label: string;
  readOnly?: boolean;
  /** Marked lines; the first is scrolled into view. */
  errors?: readonly CodeError[];
  /** CSS height; fills its container by default. */
  height?: string;
}

const Editor = lazyWithRetry(() => import('./code/editor.tsx'));

/** Loaded on demand. Tab moves the focus out, as in any field. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<div className="code-editor-waiting" style={{ height: props.height ?? '100%' }} />}>
      <Editor {...props} />
    </Suspense>
  );
}

export interface CodeDiffProps {
  before: string;
  after: string;
  language: CodeLanguage;
  label: string;
  /** CSS height; fills its container by default. */
  height?: string;
}

const Diff = lazyWithRetry(() => import('./code/diff.tsx'));

export function CodeDiff(props: CodeDiffProps) {
  return (
    <Suspense fallback={<div className="code-editor-waiting" style={{ height: props.height ?? '100%' }} />}>
      <Diff {...props} />
    </Suspense>
  );
}
