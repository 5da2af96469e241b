import type { FormDoc } from '@suyuan/forms';
import type { ReactNode, Ref } from 'react';
import { LazyBoundary, lazyWithRetry } from '../ui/lazy-component.tsx';
import { Skeleton, SkeletonLines } from '../ui/states.tsx';

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

const box = 'card overflow-hidden h-[max(560px,calc(100dvh-200px))] max-md:h-[max(520px,calc(100dvh-160px))]';

/** Form designer with palette, board, outline, settings and rules. Supports pointer and keyboard. Loads lazily. */
export function FormDesigner(props: FormDesignerProps) {
  return (
    <div className={box} style={props.height ? { height: props.height } : undefined}>
      <LazyBoundary loading={<DesignerLoading />}>
        <Designer {...props} />
      </LazyBoundary>
    </div>
  );
}

/** Toolbar, palette, board and settings. */
const DesignerLoading = () => (
  <Skeleton minHeight={0} className="flex h-full flex-col">
    <div className="h-12.25 flex-none border-b border-line" />
    <div className="flex min-h-0 flex-1">
      <div className="w-60 flex-none border-e border-line p-3 max-xl:w-56 max-md:hidden">
        <SkeletonLines count={8} />
      </div>
      <div className="flex-1 bg-page" />
      <div className="w-82 flex-none border-s border-line p-3 max-xl:hidden">
        <SkeletonLines count={8} />
      </div>
    </div>
  </Skeleton>
);
