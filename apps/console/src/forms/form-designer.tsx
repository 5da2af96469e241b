import type { FormDoc } from '@suyuan/forms';
import { type ReactNode, type Ref, Suspense } from 'react';
import { lazyPart } from '../ui/lazy-part.ts';
import { Waiting } from '../ui/states.tsx';

/** What a page may ask of the designer that it shows. */
export interface DesignerHandle {
  /** The document as it stands. */
  doc: () => FormDoc;
  /** Puts another document in place of this one; it can be undone. */
  load: (doc: FormDoc) => void;
  /** Lists what is not right with the document. */
  showFaults: () => void;
}

export interface FormDesignerProps {
  /** What it begins with; later changes come by `handle.load`. */
  doc: FormDoc;
  /** At each change of the document. */
  onChange?: ((doc: FormDoc) => void) | undefined;
  /** Ctrl+S. */
  onSave?: (() => void) | undefined;
  /** The page's own acts, at the right end of the bar. */
  actions?: ReactNode;
  /** Marks components as shown to consumers, where the form belongs to a trace. */
  publishes?: boolean;
  /** Height as CSS has it; the rest of the window otherwise. */
  height?: string;
  handle?: Ref<DesignerHandle>;
}

const Designer = lazyPart(() => import('./designer/designer.tsx'));

/** Draws forms: catalogue, board, outline, settings and rules, by pointer or by keyboard alone. Its script loads when it is first shown. */
export function FormDesigner(props: FormDesignerProps) {
  return (
    <Suspense fallback={<Waiting rows={12} />}>
      <Designer {...props} />
    </Suspense>
  );
}
