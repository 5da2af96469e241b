import { around, type Command, type EditorState, edit, type FormDoc, type FormNode, findNode, startEditor } from '@suyuan/forms';
import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { Aim, Load } from './drag.ts';

/** Preview widths in pixels; `fit` uses the available width. */
export const devices = { fit: undefined, phone: 375, tablet: 768, desktop: 1200 } as const;
export type Device = keyof typeof devices;

export type PanelName = 'node' | 'rules' | 'form';
export type DialogName = 'run' | 'code' | 'import' | 'bulk' | 'allRules' | 'faults' | 'keys';

export interface Carried {
  load: Load;
  x: number;
  y: number;
  aim: Aim | undefined;
}

export interface Designer {
  editor: EditorState;
  /** Allows components to be marked as visible to consumers. */
  publishes: boolean;
  device: Device;
  /** The form is too narrow for labels next to the fields. */
  stacked: boolean;
  full: boolean;
  panel: PanelName;
  /** Side opened as a drawer in narrow windows. */
  side: 'palette' | 'outline' | 'panel' | undefined;
  dialog: DialogName | undefined;
  /** Initial text of the dialog, from a paste onto the board. */
  pasted: string;
  carried: Carried | undefined;
  /** Open tab id by id of the tabs component. */
  openTabs: Record<number, number>;
  /** Incremented to move focus to the selected component. */
  focusTurn: number;
}

export interface DesignerStore extends StoreApi<Designer> {
  act: (command: Command) => void;
  show: (changes: Partial<Designer>) => void;
  /** The board's scroll container while it is mounted. */
  board: { current: HTMLElement | null };
  /** Selects and focuses a component, and opens the tabs around it. */
  reveal: (id: number) => void;
}

/** One store per designer, so that several designers on a page are independent. Components subscribe only to the state they use. */
export function createDesigner(doc: FormDoc, publishes = false): DesignerStore {
  const store = createStore<Designer>(() => ({
    editor: startEditor(doc),
    publishes,
    device: 'fit',
    stacked: false,
    full: false,
    panel: 'form',
    side: undefined,
    dialog: undefined,
    pasted: '',
    carried: undefined,
    openTabs: {},
    focusTurn: 0,
  }));
  const act = (command: Command) => {
    const before = store.getState();
    const editor = edit(before.editor, command, Date.now());
    if (editor === before.editor) return;
    const { anchor, doc: now } = editor;
    store.setState({
      editor,
      ...(anchor !== before.editor.anchor && anchor !== null && { openTabs: opened(now, anchor, before.openTabs) }),
      ...(anchor !== before.editor.anchor && {
        panel: anchor === null ? 'form' : before.panel === 'form' ? 'node' : before.panel,
      }),
    });
  };
  const reveal = (id: number) => {
    act({ do: 'select', ids: [id] });
    store.setState(({ focusTurn, openTabs, editor }) => ({ focusTurn: focusTurn + 1, openTabs: opened(editor.doc, id, openTabs) }));
  };
  return { ...store, act, show: (changes) => store.setState(changes), board: { current: null }, reveal };
}

/** Opens the tabs around `id`, and `id` itself if it is a tab. */
function opened(doc: FormDoc, id: number, openTabs: Record<number, number>): Record<number, number> {
  const node = findNode(doc.fields, id);
  const chain = node ? [node, ...around(doc, id)] : [];
  const changes = chain.flatMap((one, index) => (one.type === 'tab' && chain[index + 1] ? [[chain[index + 1]!.id, one.id]] : []));
  return changes.length > 0 ? { ...openTabs, ...Object.fromEntries(changes) } : openTabs;
}

const DesignerContext = createContext<DesignerStore | undefined>(undefined);
export const DesignerProvider = DesignerContext.Provider;

export function useDesignerStore(): DesignerStore {
  const store = useContext(DesignerContext);
  if (!store) throw new Error('only within a designer');
  return store;
}

/** Subscribes to a part of the state; the component renders only when that part changes. */
export const useDesigner = <T>(part: (state: Designer) => T): T => useStore(useDesignerStore(), part);

export const useSelectedNode = (): FormNode | undefined =>
  useDesigner(({ editor: { doc, selection } }) => (selection.length === 1 ? findNode(doc.fields, selection[0]!) : undefined));
