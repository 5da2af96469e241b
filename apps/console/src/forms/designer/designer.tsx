import { Drawer, Segmented } from 'antd';
import { type ComponentType, Suspense, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useSaveKey } from '../../data/save-key.ts';
import { useWords } from '../../data/words.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { useMedia } from '../../ui/viewport.ts';
import type { FormDesignerProps } from '../form-designer.tsx';
import { Board } from './board.tsx';
import { DragLayer } from './drag-layer.tsx';
import { Glyph } from './glyph.tsx';
import { pressAnywhere } from './keys.ts';
import { Outline } from './outline.tsx';
import { Palette } from './palette.tsx';
import { Panel } from './panel/panel.tsx';
import { createDesigner, DesignerProvider, type DialogName, useDesigner, useDesignerStore } from './state.ts';
import { Toolbar } from './toolbar.tsx';
import { toldWords } from './words.ts';
import '../renderer/form.css';
import './designer.css';

/** Dialogs load when first opened. */
const dialogs: Record<DialogName, ComponentType> = {
  run: lazyPart(async () => ({ default: (await import('./run-dialog.tsx')).RunDialog })),
  code: lazyPart(async () => ({ default: (await import('./code/code-drawer.tsx')).CodeDrawer })),
  import: lazyPart(async () => ({ default: (await import('./code/import-forms.tsx')).ImportForms })),
  bulk: lazyPart(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog })),
  allRules: lazyPart(async () => ({ default: (await import('./rules/all-rules.tsx')).AllRules })),
  faults: lazyPart(async () => ({ default: (await import('./faults-dialog.tsx')).FaultsDialog })),
  keys: lazyPart(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog })),
};

/** Loaded lazily through `FormDesigner`. */
export default function Designer({ doc, onChange, onSave, actions, publishes = false, height, handle }: FormDesignerProps) {
  const [store] = useState(() => createDesigner(doc, publishes));
  const root = useRef<HTMLDivElement>(null);
  const changed = useEffectEvent(() => onChange?.(store.getState().editor.doc));
  useEffect(() => store.subscribe((now, before) => now.editor.doc !== before.editor.doc && changed()), [store]);
  useImperativeHandle(handle, () => ({
    doc: () => store.getState().editor.doc,
    load: (next) => store.act({ do: 'load', doc: next }),
    showFaults: () => store.show({ dialog: 'faults' }),
  }));
  const full = useStore(store, (state) => state.full);
  useSaveKey(onSave !== undefined, () => onSave?.());
  const press = useEffectEvent((event: KeyboardEvent) => {
    const inside = event.target instanceof Node && (root.current?.contains(event.target) || event.target === document.body);
    if (inside && !event.defaultPrevented && pressAnywhere(event, store)) event.preventDefault();
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <DesignerProvider value={store}>
      <div className={full ? 'designer card designer-full' : 'designer card'} ref={root} style={height && !full ? { height } : undefined}>
        <Toolbar>{actions}</Toolbar>
        <Rooms />
        <CachedSession />
        <DragLayer />
        <OpenDialog />
      </div>
    </DesignerProvider>
  );
}

/** Palette and outline at the left, board, panel at the right. Sides without space become drawers. */
function Rooms() {
  const t = useWords();
  const store = useDesignerStore();
  const side = useDesigner((state) => state.side);
  const selected = useDesigner(({ editor }) => editor.selection.length > 0);
  const [left, setLeft] = useState<'palette' | 'outline'>('palette');
  const roomy = useMedia('(min-width: 1200px)');
  const middling = useMedia('(min-width: 768px)');
  const close = () => store.show({ side: undefined });
  const leftName = side === 'palette' || side === 'outline' ? side : left;
  return (
    <div className="designer-rooms">
      {middling && (
        <aside className="designer-left">
          <Segmented<'palette' | 'outline'>
            block
            name={t('tool.build.left')}
            value={leftName}
            onChange={(next) => {
              setLeft(next);
              close();
            }}
            options={(['palette', 'outline'] as const).map((value) => ({ value, label: t(`tool.build.${value}`) }))}
          />
          {leftName === 'palette' ? <Palette /> : <Outline />}
        </aside>
      )}
      <Board />
      {roomy && (
        <aside className="designer-right">
          <Panel />
        </aside>
      )}
      {!roomy && (
        <nav className="designer-dock" aria-label={t('tool.build.dock')}>
          {!middling && (
            <>
              <button type="button" onClick={() => store.show({ side: 'palette' })}>
                <Glyph name="add" /> {t('tool.build.palette')}
              </button>
              <button type="button" onClick={() => store.show({ side: 'outline' })}>
                <Glyph name="outline" /> {t('tool.build.outline')}
              </button>
            </>
          )}
          <button type="button" onClick={() => store.show({ side: 'panel', panel: selected ? 'node' : 'form' })}>
            <Icon name="sliders" /> {t(selected ? 'tool.build.panel.node' : 'tool.build.panel.form')}
          </button>
        </nav>
      )}
      {!roomy && (
        <Drawer
          open={side === 'panel' || (!middling && side !== undefined)}
          placement={middling ? 'right' : 'bottom'}
          size={middling ? 360 : '70vh'}
          title={side && t(`tool.build.${side}`)}
          onClose={close}
          className="designer-drawer"
        >
          {side === 'panel' && <Panel />}
          {side === 'palette' && <Palette onAdded={close} />}
          {side === 'outline' && <Outline onChosen={close} />}
        </Drawer>
      )}
    </div>
  );
}

/** Announces the last command to screen readers; a refusal is also visible. */
function CachedSession() {
  const t = useWords();
  const told = useDesigner(({ editor }) => editor.told);
  const refused = told && /^(cannot|too|nothing)/.test(told.what);
  return (
    <p
      className={refused ? 'designer-told designer-told-seen' : 'designer-told'}
      role="status"
      key={refused ? JSON.stringify(told) : 'quiet'}
    >
      {told && toldWords(t, told)}
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
