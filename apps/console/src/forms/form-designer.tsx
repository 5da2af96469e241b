import type { FormDoc } from '@suyuan/forms';
import type { ReactNode, Ref } from 'react';
import { LazyBoundary, lazyWithRetry } from '../ui/lazy-component.tsx';
import { LoadingState } from '../ui/states.tsx';

export interface DesignerHandle {
  doc: () => FormDoc;
  /** Replaces the document; undoable. */
  load: (doc: FormDoc) => void;
  showFaults: () => void;
}

export interface FormDesignerProps {
  /** Initial document; use `handle.load` for later changes. */
  doc: FormDoc;
  onChange?: ((doc: FormDoc) => void) | undefined;
  onSave?: (() => void) | undefined;
  actions?: ReactNode;
  /** Allows components to be visible to consumers, for forms of a trace. */
  publishes?: boolean;
  /** CSS height; default: the rest of the window. */
  height?: string;
  handle?: Ref<DesignerHandle>;
}

const Designer = lazyWithRetry(() => import('./designer/designer.tsx'));

/** Form designer with palette, board, outline, settings and rules. Supports pointer and keyboard. Loads lazily. */
export function FormDesigner(props: FormDesignerProps) {
  return (
    <LazyBoundary loading={<LoadingState rows={12} />}>
      <Designer {...props} />
    </LazyBoundary>
  );
}
