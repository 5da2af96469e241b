import { Suspense } from 'react';
import type { CodeLanguage } from './code-editor.tsx';
import { lazyPart } from './lazy-part.ts';

export interface CodeDiffProps {
  before: string;
  after: string;
  language: CodeLanguage;
  /** Name of the comparison, for those who hear it. */
  label: string;
  /** Height as CSS has it; it fills its place otherwise. */
  height?: string;
}

const Diff = lazyPart(() => import('./code/diff.tsx'));

/** Two states of a text in one column: what went is struck, what came is marked, what is the same is folded. */
export function CodeDiff(props: CodeDiffProps) {
  return (
    <Suspense fallback={<div className="code-editor-waiting" style={{ height: props.height ?? '100%' }} />}>
      <Diff {...props} />
    </Suspense>
  );
}
