import type { FormDoc, FormNode, FormSettings } from '../model.ts';
import { emptyDoc, type FieldType } from '../model.ts';
import type { NodeWords } from '../registry/spec.ts';

/** Target position. Without an index, last inside. */
export type Place = { before: number } | { after: number } | { inside: number | null; index?: number };

/** Changes for `set`: undefined clears a key, an absent key stays. */
export type NodeChanges = { [Key in keyof Omit<FormNode, 'id' | 'type' | 'children'>]?: FormNode[Key] | undefined };

export interface NewField {
  type: FieldType;
  words: NodeWords;
  /** Used if free, else the default `field101`. */
  name?: string | undefined;
  required?: boolean | undefined;
}

/**
 * Commands of the designer. Without `ids` a command applies to the selection. Without `at` it inserts after the selected component, or
 * inside an empty container.
 */
export type Command =
  // document changes, undoable
  | { do: 'add'; type: FieldType; words: NodeWords; at?: Place | undefined }
  | { do: 'addMany'; fields: NewField[]; at?: Place | undefined }
  | { do: 'move'; ids: number[]; to: Place }
  /** One step among siblings, into the previous container, or out after the parent. */
  | { do: 'step'; way: 'up' | 'down' | 'in' | 'out'; ids?: number[] | undefined }
  | { do: 'duplicate'; ids?: number[] | undefined }
  | { do: 'cut' }
  | { do: 'paste'; at?: Place | undefined }
  /** Components from another form or an import; they get new ids and free names. */
  | { do: 'insert'; nodes: FormNode[]; at?: Place | undefined }
  | { do: 'remove'; ids?: number[] | undefined }
  | { do: 'clear' }
  | { do: 'retype'; id: number; type: FieldType }
  /** Renames update every rule that uses the name. */
  | { do: 'set'; ids?: number[] | undefined; changes: NodeChanges }
  | { do: 'setProp'; ids?: number[] | undefined; key: string; value: FormNode['props'][string] | undefined }
  | { do: 'setForm'; changes: Partial<FormSettings> }
  /** Replaces the document, e.g. from the JSON drawer. */
  | { do: 'load'; doc: FormDoc }
  // commands that do not change the document
  | { do: 'copy' }
  | { do: 'select'; ids: number[]; how?: 'only' | 'toggle' | 'upTo' | undefined }
  | { do: 'selectAll' }
  | { do: 'walk'; way: 'up' | 'down' | 'first' | 'last' | 'parent' | 'child'; extend?: boolean | undefined }
  | { do: 'undo' }
  | { do: 'redo' };

/**
 * Result of the last command, announced to screen readers. The text key is `tool.build.announcement.<what>`, with `count` components, `label` of
 * the first, `position` of `of`.
 */
export interface EditorMessage {
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
    | 'cannotChange'
    /** The rules would form a cycle; `name` is its path. */
    | 'ruleCycle'
    | 'tooDeep'
    | 'tooMany'
    | 'nothingToPaste'
    | 'nothingToUndo'
    | 'nothingToRedo';
  params: { count?: number; label?: string; position?: number; of?: number; name?: string };
}

/** The command has changed nothing. */
export const isRefusal = ({ what }: EditorMessage): boolean => what === 'ruleCycle' || /^(cannot|too|nothing)/.test(what);

/** The state before a change. Documents share unchanged nodes, so a step needs little memory. */
export interface Step {
  doc: FormDoc;
  selection: number[];
  /** Key of the edited property. Edits with the same key within 500 ms form one step. */
  typing?: string | undefined;
  time: number;
}

export interface EditorState {
  doc: FormDoc;
  /** `selection` follows document order; `anchor` is the most recently selected id. */
  selection: number[];
  anchor: number | null;
  clipboard: FormNode[];
  past: Step[];
  future: Step[];
  message?: EditorMessage | undefined;
}

export const MAX_STEPS = 100;
/** Milliseconds within which edits of one property form one step. */
export const TYPING_MS = 500;

export const startEditor = (doc: FormDoc = emptyDoc()): EditorState => ({
  doc,
  selection: [],
  anchor: null,
  clipboard: [],
  past: [],
  future: [],
});
