import type { FormDoc, FormNode, FormSettings } from '../model.ts';
import { emptyDoc, type FieldType } from '../model.ts';
import type { NodeWords } from '../registry/spec.ts';

/** Where a component goes. Without an index it is the last one inside. */
export type Place = { before: number } | { after: number } | { inside: number | null; index?: number };

/** What can be changed of a component by `set`; undefined clears, an absent key stays. */
export type NodeChanges = { [Key in keyof Omit<FormNode, 'id' | 'type' | 'children'>]?: FormNode[Key] | undefined };

/** A component to be made from pasted text or from a table's column. */
export interface NewField {
  type: FieldType;
  words: NodeWords;
  /** Where it may be had; otherwise the usual `field101`. */
  name?: string | undefined;
  required?: boolean | undefined;
}

/**
 * Everything that can be done at the drawing board. Commands without `ids` are about the selection. A place absent means behind the
 * selected component, or inside it where it is an empty container.
 */
export type Command =
  // what changes the document; each can be undone
  | { do: 'add'; type: FieldType; words: NodeWords; at?: Place | undefined }
  | { do: 'addMany'; fields: NewField[]; at?: Place | undefined }
  | { do: 'move'; ids: number[]; to: Place }
  /** One step among its neighbours, into the container before it, or out behind its own. */
  | { do: 'step'; way: 'up' | 'down' | 'in' | 'out'; ids?: number[] | undefined }
  | { do: 'duplicate'; ids?: number[] | undefined }
  | { do: 'cut' }
  | { do: 'paste'; at?: Place | undefined }
  /** Components of elsewhere (another form, an import); they get ids and names of their own here. */
  | { do: 'insert'; nodes: FormNode[]; at?: Place | undefined }
  | { do: 'remove'; ids?: number[] | undefined }
  | { do: 'clear' }
  | { do: 'retype'; id: number; type: FieldType }
  /** Changes of a name follow into every rule that uses it. */
  | { do: 'set'; ids?: number[] | undefined; changes: NodeChanges }
  /** One property of the type; undefined takes it away. */
  | { do: 'setProp'; ids?: number[] | undefined; key: string; value: FormNode['props'][string] | undefined }
  | { do: 'setForm'; changes: Partial<FormSettings> }
  /** Another document in place of this one, e.g. from the JSON drawer. */
  | { do: 'load'; doc: FormDoc }
  // what leaves the document as it is
  | { do: 'copy' }
  | { do: 'select'; ids: number[]; how?: 'only' | 'toggle' | 'upTo' | undefined }
  | { do: 'selectAll' }
  | { do: 'walk'; way: 'up' | 'down' | 'first' | 'last' | 'parent' | 'child'; extend?: boolean | undefined }
  | { do: 'undo' }
  | { do: 'redo' };

/**
 * What the last command came to, for whoever listens to a screen reader. Word `tool.build.told.<what>`; `count` components, `label`
 * of the first, its place `position` of `of`. Refused: `cannot…`, and nothing has changed.
 */
export interface CachedSession {
  what:
    | 'added'
    | 'moved'
    | 'duplicated'
    | 'copied'
    | 'cut'
    | 'pasted'
    | 'removed'
    | 'cleared'
    | 'retyped'
    | 'changed'
    | 'loaded'
    | 'selected'
    | 'undone'
    | 'redone'
    | 'cannotPlace'
    | 'cannotMove'
    | 'cannotRetype'
    | 'cannotName'
    /** A value that the setting cannot have. */
    | 'cannotChange'
    /** Fields would wait for each other in a circle; `name` is the way along it. */
    | 'cannotWait'
    | 'tooDeep'
    | 'tooMany'
    | 'nothingToPaste'
    | 'nothingToUndo'
    | 'nothingToRedo';
  params: { count?: number; label?: string; position?: number; of?: number; name?: string };
}

/** One step of the history: how it was before. Documents share what did not change, so a step costs what it changed. */
export interface Step {
  doc: FormDoc;
  selection: number[];
  /** What was typed into: changes of the same within 500 ms are one step. */
  typing?: string | undefined;
  time: number;
}

export interface EditorState {
  doc: FormDoc;
  /** Ids in the order of the document; the last of them that was chosen is `anchor`. */
  selection: number[];
  anchor: number | null;
  clipboard: FormNode[];
  past: Step[];
  future: Step[];
  told?: CachedSession | undefined;
}

/** Steps that can be undone, at most. */
export const MOST_STEPS = 100;
/** Milliseconds within which changes of one property are one step. */
export const TYPING = 500;

/** The state of an editor that has done nothing yet. */
export const startEditor = (doc: FormDoc = emptyDoc()): EditorState => ({
  doc,
  selection: [],
  anchor: null,
  clipboard: [],
  past: [],
  future: [],
});
