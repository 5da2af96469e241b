import { around, type Command, type EditorState, edit, type FormDoc, type FormNode, findNode, startEditor } from '@suyuan/forms';
import { createContext, useContext } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { Aim, Load } from './drag.ts';

/** Widths in pixels at which the board can be looked at; `fit` is what there is room for. */
export const devices = { fit: undefined, phone: 375, tablet: 768, desktop: 1200 } as const;
export type Device = keyof typeof devices;

export type PanelName = 'node' | 'rules' | 'form';
export type DialogName = 'run' | 'code' | 'import' | 'bulk' | 'allRules' | 'faults' | 'keys';

/** What is being carried, where the pointer is, and what it aims at. */
export interface Carried {
  load: Load;
  x: number;
  y: number;
  aim: Aim | undefined;
}

export interface Designer {
  editor: EditorState;
  /** Components can be marked as shown to shoppers. */
  publishes: boolean;
  device: Device;
  /** The form is narrower than its labels need beside the fields. */
  stacked: boolean;
  /** Over the whole window. */
  full: boolean;
  panel: PanelName;
  /** Which side is open as a drawer, in windows that have no room for it. */
  side: 'palette' | 'outline' | 'panel' | undefined;
  dialog: DialogName | undefined;
  /** Text that the dialog begins with: what was pasted onto the board. */
  pasted: string;
  carried: Carried | undefined;
  /** Id of the open tab, by id of its tabs. */
  openTabs: Record<number, number>;
  /** Raised where the board is to take the focus to the selected component. */
  focusTurn: number;
}

export interface DesignerStore extends StoreApi<Designer> {
  act: (command: Command) => void;
  show: (changes: Partial<Designer>) => void;
  /** The board's scrolling element, while it is shown. */
  board: { current: HTMLElement | null };
  /** Selects a component, opens the tabs around it and takes the focus there. */
  reveal: (id: number) => void;
}

/** One designer's own store, so that two on a page know nothing of each other. Components listen only to what they show. */
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

/** The open tabs, with those around `id` opened, and `id` itself where it is a tab. */
function opened(doc: FormDoc, id: number, openTabs: Record<number, number>): Record<number, number> {
  const node = findNode(doc.fields, id);
  const chain = node ? [node, ...around(doc, id)] : [];
  const changes = chain.flatMap((one, index) => (one.type === 'tab' && chain[index + 1] ? [[chain[index + 1]!.id, one.id]] : []));
  return changes.length > 0 ? { ...openTabs, ...Object.fromEntries(changes) } : openTabs;
}

const DesignerContext = createContext<DesignerStore | undefined>(undefined);
export const DesignerProvider = DesignerContext.Provider;

/** The store of the designer around. */
export function useDesignerStore(): DesignerStore {
  const store = useContext(DesignerContext);
  if (!store) throw new Error('only within a designer');
  return store;
}

/** A part of the designer's state; whoever asks is drawn again only when that part changes. */
export const useDesigner = <T>(part: (state: Designer) => T): T => useStore(useDesignerStore(), part);

/** The one component that is selected. */
export const useSelectedNode = (): FormNode | undefined =>
  useDesigner(({ editor: { doc, selection } }) => (selection.length === 1 ? findNode(doc.fields, selection[0]!) : undefined));
