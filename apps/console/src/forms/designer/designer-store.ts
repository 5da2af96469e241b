import {
  ancestorsOf,
  type Command,
  type EditorState,
  edit,
  type FormDoc,
  type FormNode,
  findNode,
  sameJson,
  startEditor,
} from '@suyuan/forms';
import { createContext, useContext, useState } from 'react';
import { createStore, type StoreApi, useStore } from 'zustand';
import type { DragPayload, DropTarget } from './drag.ts';

/** Preview widths in pixels; `fit` uses the available width. */
export const devices = { fit: undefined, phone: 375, tablet: 768, desktop: 1200 } as const;
export type Device = keyof typeof devices;

export type PanelName = 'node' | 'rules' | 'form';
export type DialogName = 'run' | 'code' | 'import' | 'bulk' | 'allRules' | 'faults' | 'keys';

export interface DragState {
  payload: DragPayload;
  x: number;
  y: number;
  target: DropTarget | undefined;
}

export interface DesignerState {
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
  drag: DragState | undefined;
  /** Open tab id by id of the tabs component. */
  openTabs: Record<number, number>;
  /** Incremented to move focus to the selected component. */
  focusRequest: number;
}

export interface DesignerStore extends StoreApi<DesignerState> {
  dispatch: (command: Command) => void;
  update: (changes: Partial<DesignerState>) => void;
  /** The board's scroll container while it is mounted. */
  board: { current: HTMLElement | null };
  /** Selects and focuses a component, and opens the tabs around it. */
  reveal: (id: number) => void;
}

/** One store per designer, so that several designers on a page are independent. Components subscribe only to the state they use. */
export function createDesignerStore(doc: FormDoc, publishes = false): DesignerStore {
  const store = createStore<DesignerState>(() => ({
    editor: startEditor(doc),
    publishes,
    device: 'fit',
    stacked: false,
    full: false,
    panel: 'form',
    side: undefined,
    dialog: undefined,
    pasted: '',
    drag: undefined,
    openTabs: {},
    focusRequest: 0,
  }));
  const dispatch = (command: Command) => {
    const previous = store.getState();
    const editor = edit(previous.editor, command, Date.now());
    if (editor === previous.editor) return;
    const { anchor, doc: nextDoc } = editor;
    store.setState({
      editor,
      ...(anchor !== previous.editor.anchor && anchor !== null && { openTabs: openTabsAround(nextDoc, anchor, previous.openTabs) }),
      ...(anchor !== previous.editor.anchor && {
        panel: anchor === null ? 'form' : previous.panel === 'form' ? 'node' : previous.panel,
      }),
    });
  };
  const reveal = (id: number) => {
    dispatch({ do: 'select', ids: [id] });
    store.setState(({ focusRequest, openTabs, editor }) => ({
      focusRequest: focusRequest + 1,
      openTabs: openTabsAround(editor.doc, id, openTabs),
    }));
  };
  return { ...store, dispatch, update: (changes) => store.setState(changes), board: { current: null }, reveal };
}

/** Opens the tabs around `id`, and `id` itself if it is a tab. */
function openTabsAround(doc: FormDoc, id: number, openTabs: Record<number, number>): Record<number, number> {
  const node = findNode(doc.fields, id);
  const path = node ? [node, ...ancestorsOf(doc, id)] : [];
  const changes = path.flatMap((one, index) => (one.type === 'tab' && path[index + 1] ? [[path[index + 1]!.id, one.id]] : []));
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
export const useDesigner = <T>(selector: (state: DesignerState) => T): T => useStore(useDesignerStore(), selector);

export const useSelectedNode = (): FormNode | undefined =>
  useDesigner(({ editor: { doc, selection } }) => (selection.length === 1 ? findNode(doc.fields, selection[0]!) : undefined));

/** Text of a field as typed, although its value is a normalised one. A change from elsewhere, such as undo, replaces the text. */
export function useTypedText<Value>(value: Value, format: (value: Value) => string) {
  const [typed, setTyped] = useState(() => ({ text: format(value), value }));
  const current = sameJson(typed.value, value) ? typed : { text: format(value), value };
  if (current !== typed) setTyped(current);
  /** @param applied the value of the text; an invalid text has none and changes nothing */
  const type = (text: string, applied: Value = typed.value) => setTyped({ text, value: applied });
  return [current.text, type] as const;
}
