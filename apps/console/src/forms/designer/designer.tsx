import { findNode, isRefusal } from '@suyuan/forms';
import { Drawer, Segmented } from 'antd';
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { useSaveShortcut } from '../../data/form-editing.ts';
import { useTranslations } from '../../data/i18n.ts';
import { useMediaQuery } from '../../ui/breakpoint.ts';
import { Icon } from '../../ui/icon.tsx';
import { DialogLoadError, LazyBoundary, lazyWithRetry } from '../../ui/lazy-component.tsx';
import type { FormDesignerProps } from '../form-designer.tsx';
import { Board } from './board.tsx';
import styles from './designer.module.css';
import { Glyph, TypeIcon } from './designer-icons.tsx';
import { createDesignerStore, DesignerProvider, type DialogName, useDesigner, useDesignerStore } from './designer-store.ts';
import { announcementText } from './designer-texts.ts';
import { Outline } from './outline.tsx';
import { Palette } from './palette.tsx';
import { Panel } from './panel/panel.tsx';
import { handleGlobalKey } from './shortcuts.ts';
import { Toolbar } from './toolbar.tsx';

const dropLine = 'rounded-xs bg-primary';
const dropBox = 'rounded border-2 border-primary bg-primary/12';
const dragGhost = 'pointer-events-none fixed top-0 left-0 z-1200 flex max-w-[266px] items-center gap-2 whitespace-nowrap';
const dragGhostLook = 'rounded border bg-popup px-3 py-1 text-ink shadow-popup';

/** Drag preview at the pointer and the insertion line. Does not receive pointer events. */
function DragLayer() {
  const t = useTranslations();
  const drag = useDesigner((state) => state.drag);
  const doc = useDesigner(({ editor }) => editor.doc);
  if (!drag) return null;
  const { payload, x, y, target } = drag;
  const first = payload.kind === 'move' ? findNode(doc.fields, payload.ids[0] ?? 0) : undefined;
  const type = payload.kind === 'new' ? payload.type : (first?.type ?? 'unknown');
  const count = payload.kind === 'move' ? payload.ids.length : 1;
  return createPortal(
    <div aria-hidden="true">
      {target && (
        <div
          data-testid="drop-mark"
          className={`pointer-events-none fixed z-1199 ${target.mark.isWholeContainer ? dropBox : dropLine}`}
          style={markBox(target.mark)}
        />
      )}
      <div
        className={`${dragGhost} ${dragGhostLook} ${target ? 'border-primary' : 'border-edge opacity-75'}`}
        style={{ transform: `translate(${x + 12}px, ${y + 8}px)` }}
      >
        <TypeIcon type={type} />
        <span>{first?.label || t(`tool.build.type.${type}`)}</span>
        {count > 1 && <b className="min-w-7 rounded-[10px] bg-primary-ink px-1 text-center text-surface">{count}</b>}
      </div>
    </div>,
    document.body,
  );
}

const markBox = ({ left, top, width, height }: { left: number; top: number; width: number; height: number }) => ({
  left,
  top,
  width,
  height,
});

/** Dialogs load when first opened. */
const dialogs: Record<DialogName, ComponentType> = {
  run: lazyWithRetry(async () => ({ default: (await import('./preview-dialog.tsx')).PreviewDialog })),
  code: lazyWithRetry(async () => ({ default: (await import('./code/code-drawer.tsx')).CodeDrawer })),
  import: lazyWithRetry(async () => ({ default: (await import('./code/import-form-dialog.tsx')).ImportFormDialog })),
  bulk: lazyWithRetry(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog })),
  allRules: lazyWithRetry(async () => ({ default: (await import('./rules/all-rules.tsx')).AllRules })),
  faults: lazyWithRetry(async () => ({ default: (await import('./faults-dialog.tsx')).FaultsDialog })),
  keys: lazyWithRetry(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog })),
};

const fullScreen = 'fixed inset-0 z-100 border border-line bg-surface';

/** Loaded lazily through `FormDesigner`. */
export default function Designer({ doc, onChange, onSave, actions, publishes = false, handle }: FormDesignerProps) {
  const [store] = useState(() => createDesignerStore(doc, publishes));
  const root = useRef<HTMLDivElement>(null);
  const notifyChange = useEffectEvent(() => onChange?.(store.getState().editor.doc));
  useEffect(() => store.subscribe((now, before) => now.editor.doc !== before.editor.doc && notifyChange()), [store]);
  useImperativeHandle(handle, () => ({
    doc: () => store.getState().editor.doc,
    load: (next) => store.dispatch({ do: 'load', doc: next }),
    showFaults: () => store.update({ dialog: 'faults' }),
  }));
  const full = useStore(store, (state) => state.full);
  useSaveShortcut(onSave !== undefined, () => onSave?.());
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isInside = event.target instanceof Node && (root.current?.contains(event.target) || event.target === document.body);
    if (isInside && !event.defaultPrevented && handleGlobalKey(event, store)) event.preventDefault();
  });
  useEffect(() => {
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, []);
  return (
    <DesignerProvider value={store}>
      <div className={`flex flex-col overflow-hidden ${full ? fullScreen : 'h-full'}`} ref={root}>
        <Toolbar>{actions}</Toolbar>
        <DesignerLayout />
        <Announcement />
        <DragLayer />
        <OpenDialog />
      </div>
    </DesignerProvider>
  );
}

/** Palette and outline at the left, board, panel at the right. Sides without space become drawers. */
function DesignerLayout() {
  const t = useTranslations();
  const store = useDesignerStore();
  const side = useDesigner((state) => state.side);
  const selected = useDesigner(({ editor }) => editor.selection.length > 0);
  const [leftPanel, setLeftPanel] = useState<'palette' | 'outline'>('palette');
  const isWide = useMediaQuery('(min-width: 1200px)');
  const isMedium = useMediaQuery('(min-width: 768px)');
  const close = () => store.update({ side: undefined });
  const leftName = side === 'palette' || side === 'outline' ? side : leftPanel;
  return (
    <div className="flex min-h-0 flex-1 max-xl:relative">
      {isMedium && (
        <aside className="flex w-60 flex-none flex-col gap-3 overflow-hidden border-e border-line p-3 max-xl:w-56">
          <Segmented<'palette' | 'outline'>
            block
            classNames={{ label: 'px-1!' }}
            name={t('tool.build.left')}
            aria-label={t('tool.build.left')}
            value={leftName}
            onChange={(next) => {
              setLeftPanel(next);
              close();
            }}
            options={(['palette', 'outline'] as const).map((value) => ({ value, label: t(`tool.build.${value}`) }))}
          />
          {leftName === 'palette' ? <Palette /> : <Outline />}
        </aside>
      )}
      <Board />
      {isWide && (
        <aside className="flex w-82 flex-none flex-col gap-3 overflow-hidden border-s border-line p-3">
          <Panel />
        </aside>
      )}
      {!isWide && (
        <nav
          className={`z-3 flex gap-2 rounded border border-line bg-popup p-1 shadow-popup ${
            isMedium ? 'absolute right-4 bottom-4' : 'fixed inset-x-2 bottom-2 justify-between'
          }`}
          aria-label={t('tool.build.dock')}
        >
          {!isMedium && (
            <>
              <DockButton onClick={() => store.update({ side: 'palette' })}>
                <Glyph name="add" /> {t('tool.build.palette')}
              </DockButton>
              <DockButton onClick={() => store.update({ side: 'outline' })}>
                <Glyph name="outline" /> {t('tool.build.outline')}
              </DockButton>
            </>
          )}
          <DockButton onClick={() => store.update({ side: 'panel', panel: selected ? 'node' : 'form' })}>
            <Icon name="sliders" /> {t(selected ? 'tool.build.panel.node' : 'tool.build.panel.form')}
          </DockButton>
        </nav>
      )}
      {!isWide && (
        <Drawer
          open={side === 'panel' || (!isMedium && side !== undefined)}
          placement={isMedium ? 'right' : 'bottom'}
          size={isMedium ? 360 : '70vh'}
          title={side && t(`tool.build.${side}`)}
          onClose={close}
        >
          {side === 'panel' && <Panel />}
          {side === 'palette' && <Palette onAdded={close} />}
          {side === 'outline' && <Outline onSelected={close} />}
        </Drawer>
      )}
    </div>
  );
}

const dockButton = 'flex min-h-9 cursor-pointer items-center gap-2 rounded border-0 bg-transparent px-3 py-1 text-ink hover:bg-hover';

function DockButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={`${dockButton} [font:inherit] max-md:min-h-11 max-md:px-2`} onClick={onClick}>
      {children}
    </button>
  );
}

const refusal = `rounded border border-warning-line bg-warning-ground px-4 py-2 whitespace-nowrap shadow-popup ${styles.fading}`;

/** Announces the last command to screen readers; a refusal is also visible. */
function Announcement() {
  const t = useTranslations();
  const announcement = useDesigner(({ editor }) => editor.message);
  const isRefused = announcement && isRefusal(announcement);
  return (
    <p
      className={isRefused ? `fixed bottom-8 left-1/2 z-1100 m-0 -translate-x-1/2 ${refusal}` : 'sr-only'}
      role="status"
      key={isRefused ? JSON.stringify(announcement) : 'quiet'}
    >
      {announcement && announcementText(t, announcement)}
    </p>
  );
}

function OpenDialog() {
  const store = useDesignerStore();
  const dialog = useDesigner((state) => state.dialog);
  if (!dialog) return null;
  const Dialog = dialogs[dialog];
  return (
    <LazyBoundary key={dialog} renderError={() => <DialogLoadError onClose={() => store.update({ dialog: undefined })} />}>
      <Dialog />
    </LazyBoundary>
  );
}
