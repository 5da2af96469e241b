import { Drawer, Segmented } from 'antd';
import { type ComponentType, Suspense, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useSaveShortcut } from '../../data/form-editing.ts';
import { useTranslations } from '../../data/i18n.ts';
import { useMediaQuery } from '../../ui/breakpoint.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyWithRetry } from '../../ui/lazy-component.tsx';
import type { FormDesignerProps } from '../form-designer.tsx';
import { Board } from './board.tsx';
import { Glyph, TypeIcon } from './designer-icons.tsx';
import { createDesignerStore, DesignerProvider, type DialogName, useDesigner, useDesignerStore } from './designer-store.ts';
import { announcementText } from './designer-texts.ts';
import { Outline } from './outline.tsx';
import { Palette } from './palette.tsx';
import { Panel } from './panel/panel.tsx';
import { handleGlobalKey } from './shortcuts.ts';
import { Toolbar } from './toolbar.tsx';
import '../renderer/form.css';
import './designer.css';
import { findNode } from '@suyuan/forms';
import { createPortal } from 'react-dom';

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
      {target && <div className={target.mark.isWholeContainer ? 'drop-mark drop-mark-whole' : 'drop-mark'} style={markBox(target.mark)} />}
      <div className={target ? 'drag-ghost' : 'drag-ghost drag-ghost-nowhere'} style={{ transform: `translate(${x + 12}px, ${y + 8}px)` }}>
        <TypeIcon type={type} />
        <span>{first?.label || t(`tool.build.type.${type}`)}</span>
        {count > 1 && <b>{count}</b>}
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

/** Loaded lazily through `FormDesigner`. */
export default function Designer({ doc, onChange, onSave, actions, publishes = false, height, handle }: FormDesignerProps) {
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
      <div className={full ? 'designer card designer-full' : 'designer card'} ref={root} style={height && !full ? { height } : undefined}>
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
    <div className="designer-rooms">
      {isMedium && (
        <aside className="designer-left">
          <Segmented<'palette' | 'outline'>
            block
            name={t('tool.build.left')}
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
        <aside className="designer-right">
          <Panel />
        </aside>
      )}
      {!isWide && (
        <nav className="designer-dock" aria-label={t('tool.build.dock')}>
          {!isMedium && (
            <>
              <button type="button" onClick={() => store.update({ side: 'palette' })}>
                <Glyph name="add" /> {t('tool.build.palette')}
              </button>
              <button type="button" onClick={() => store.update({ side: 'outline' })}>
                <Glyph name="outline" /> {t('tool.build.outline')}
              </button>
            </>
          )}
          <button type="button" onClick={() => store.update({ side: 'panel', panel: selected ? 'node' : 'form' })}>
            <Icon name="sliders" /> {t(selected ? 'tool.build.panel.node' : 'tool.build.panel.form')}
          </button>
        </nav>
      )}
      {!isWide && (
        <Drawer
          open={side === 'panel' || (!isMedium && side !== undefined)}
          placement={isMedium ? 'right' : 'bottom'}
          size={isMedium ? 360 : '70vh'}
          title={side && t(`tool.build.${side}`)}
          onClose={close}
          className="designer-drawer"
        >
          {side === 'panel' && <Panel />}
          {side === 'palette' && <Palette onAdded={close} />}
          {side === 'outline' && <Outline onSelected={close} />}
        </Drawer>
      )}
    </div>
  );
}

/** Announces the last command to screen readers; a refusal is also visible. */
function Announcement() {
  const t = useTranslations();
  const announcement = useDesigner(({ editor }) => editor.message);
  const isRefused = announcement && /^(cannot|too|nothing)/.test(announcement.what);
  return (
    <p
      className={isRefused ? 'designer-told designer-told-seen' : 'designer-told'}
      role="status"
      key={isRefused ? JSON.stringify(announcement) : 'quiet'}
    >
      {announcement && announcementText(t, announcement)}
    </p>
  );
}

function OpenDialog() {
  const dialog = useDesigner((state) => state.dialog);
  if (!dialog) return null;
  const Dialog = dialogs[dialog];
  return (
    <Suspense>
      <Dialog />
    </Suspense>
  );
}
