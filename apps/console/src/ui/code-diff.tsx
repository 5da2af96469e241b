import { Suspense } from 'react';
import type { CodeLanguage } from './code-editor.tsx';
import { lazyWithRetry } from './lazy-part.ts';

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
