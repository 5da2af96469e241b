import type { ReactNode } from 'react';
import { LazyBoundary, lazyWithRetry } from './lazy-component.tsx';

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
  /** Takes the remaining height of a flex container. */
  grow?: boolean;
}

function CodeFrame({ height = '100%', grow = false, children }: Pick<CodeEditorProps, 'height' | 'grow'> & { children: ReactNode }) {
  return (
    <div className={`card overflow-hidden focus-within:border-primary ${grow ? 'min-h-0 flex-1' : 'min-h-30'}`} style={{ height }}>
      <LazyBoundary>{children}</LazyBoundary>
    </div>
  );
}

const Editor = lazyWithRetry(() => import('./code/editor.tsx'));

/** Loaded on demand. Tab moves the focus out, as in any field. */
export function CodeEditor({ height, grow, ...editor }: CodeEditorProps) {
  return (
    <CodeFrame {...(height && { height })} {...(grow && { grow })}>
      <Editor {...editor} />
    </CodeFrame>
  );
}

export interface CodeDiffProps {
  before: string;
  after: string;
  language: CodeLanguage;
  label: string;
}

const Diff = lazyWithRetry(() => import('./code/diff.tsx'));

export function CodeDiff(props: CodeDiffProps) {
  return (
    <CodeFrame>
      <Diff {...props} />
    </CodeFrame>
  );
}
