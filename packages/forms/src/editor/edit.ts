import { sameJson } from '../json.ts';
import { FIRST_ID, type FormDoc, type FormNode, type FormSettings } from '../model.ts';
import { cycleOf } from '../rules/references.ts';
import { isValidSettings } from '../schema.ts';
import { allNodes, ancestorsOf, findNode, positionOf } from '../tree.ts';
import { type Done, defaultSlot, insertNodes, move, type Outcome, refusalAt, remove, rootsOf, slotAt, step } from './arrange.ts';
import { retype, set, setProp } from './change.ts';
import { adoptNodes, createRegister, namesAround, newNode } from './nodes.ts';
import { type Command, type EditorMessage, type EditorState, MAX_STEPS, type NewField, type Place, TYPING_MS } from './state.ts';

/**
 * Pure reducer of the form designer. A refused command leaves the document unchanged and sets the reason in `message`.
 *
 * @param now milliseconds; only differences between commands matter
 */
export function edit(state: EditorState, command: Command, now: number): EditorState {
  switch (command.do) {
    case 'undo':
      return undo(state);
    case 'redo':
      return redo(state);
    case 'select':
      return select(state, command.ids, command.how ?? 'only');
    case 'selectAll':
      return selectIds(
        state,
        allNodes(state.doc.fields).map(({ id }) => id),
      );
    case 'walk':
      return walkSelection(state, command.way, command.extend ?? false);
    case 'copy':
      return copy(state, 'copied');
    case 'cut': {
      const { clipboard, message } = copy(state, 'cut');
      return clipboard === state.clipboard ? state : { ...applyCommand(state, command, now), clipboard, message };
    }
    default:
      return applyCommand(state, command, now);
  }
}

type DocumentCommand = Exclude<Command, { do: 'undo' | 'redo' | 'select' | 'selectAll' | 'walk' | 'copy' }>;

/** Applies a document change and records a history step. */
function applyCommand(state: EditorState, command: DocumentCommand, now: number): EditorState {
  const outcome = outcomeOf(state, command);
  if ('refused' in outcome) return { ...state, message: { what: outcome.refused, params: {} } };
  if (outcome.doc === state.doc || sameJson(outcome.doc, state.doc)) return state;
  const cycle = cycleOf(outcome.doc);
  if (cycle && command.do !== 'load') return { ...state, message: { what: 'ruleCycle', params: { name: cycle.join(' → ') } } };
  const typing = typingOf(command, outcome.selection);
  const last = state.past.at(-1);
  const continuesTyping = typing !== undefined && last?.typing === typing && now - last.time <= TYPING_MS && now >= last.time;
  const before = continuesTyping ? { ...last, time: now } : { doc: state.doc, selection: state.selection, typing, time: now };
  return {
    ...state,
    doc: outcome.doc,
    selection: outcome.selection,
    anchor: outcome.selection.at(-1) ?? null,
    past: [...(continuesTyping ? state.past.slice(0, -1) : state.past), before].slice(-MAX_STEPS),
    future: [],
    message: messageOf(outcome),
  };
}

function outcomeOf(state: EditorState, command: DocumentCommand): Outcome {
  const { doc, selection } = state;
  switch (command.do) {
    case 'add':
      return addMany(state, [{ type: command.type, words: command.words }], command.at);
    case 'addMany':
      return addMany(state, command.fields, command.at);
    case 'insert':
      return insert(state, command.nodes, command.at, 'added');
    case 'paste':
      return state.clipboard.length === 0 ? { refused: 'nothingToPaste' } : insert(state, state.clipboard, command.at, 'pasted');
    case 'duplicate':
      return duplicate(doc, command.ids ?? selection);
    case 'move':
      return move(doc, command.ids, command.to);
    case 'step':
      return step(doc, command.ids ?? selection, command.way);
    case 'cut':
      return remove(doc, selection);
    case 'remove':
      return remove(doc, command.ids ?? selection);
    case 'clear':
      return { doc: { ...doc, idSeq: FIRST_ID, fields: [] }, selection: [], message: 'cleared' };
    case 'retype':
      return retype(doc, command.id, command.type);
    case 'set':
      return set(doc, command.ids ?? selection, command.changes);
    case 'setProp':
      return setProp(doc, command.ids ?? selection, command.key, command.value);
    case 'setForm':
      return setForm(doc, selection, command.changes);
    case 'load':
      return { doc: command.doc, selection: selection.filter((id) => findNode(command.doc.fields, id)), message: 'loaded' };
  }
}

function addMany({ doc, anchor }: EditorState, fields: readonly NewField[], at: Place | undefined): Outcome {
  const register = createRegister(doc.idSeq);
  // position depends on types only
  const prototypes = fields.map(({ type, words }) => newNode(type, words, createRegister(0), new Set()));
  const slot = at ? slotAt(doc, at) : defaultSlot(doc, anchor, prototypes);
  if (!slot || fields.length === 0) return { refused: 'cannotPlace' };
  const scope = namesAround(doc, slot.parent);
  const nodes = fields.map(({ type, words, name, required }) => {
    const node = newNode(type, words, register, scope, name);
    return required ? { ...node, required } : node;
  });
  const refused = refusalAt(doc, slot, nodes, true);
  if (refused) return { refused };
  return { doc: insertNodes({ ...doc, idSeq: register.seq() }, slot, nodes), selection: nodes.map(({ id }) => id), message: 'added' };
}

function insert({ doc, anchor }: EditorState, nodes: readonly FormNode[], at: Place | undefined, message: EditorMessage['what']): Outcome {
  const slot = at ? slotAt(doc, at) : defaultSlot(doc, anchor, nodes);
  if (!slot || nodes.length === 0) return { refused: 'cannotPlace' };
  const refused = refusalAt(doc, slot, nodes, true);
  if (refused) return { refused };
  const register = createRegister(doc.idSeq);
  const copies = adoptNodes(nodes, register, namesAround(doc, slot.parent));
  return { doc: insertNodes({ ...doc, idSeq: register.seq() }, slot, copies), selection: copies.map(({ id }) => id), message };
}

/** Inserts each copy directly after its source. */
function duplicate(doc: FormDoc, ids: readonly number[]): Outcome {
  const roots = rootsOf(doc, ids);
  const register = createRegister(doc.idSeq);
  const createdIds: number[] = [];
  let next = doc;
  for (const node of roots) {
    const { parent, index } = positionOf(next, node.id)!;
    const slot = { parent, index: index + 1 };
    const refused = refusalAt(next, slot, [node], true);
    if (refused) return { refused };
    const [clone] = adoptNodes([node], register, namesAround(next, parent)) as [FormNode];
    next = insertNodes(next, slot, [clone]);
    createdIds.push(clone.id);
  }
  return roots.length === 0
    ? { refused: 'cannotPlace' }
    : { doc: { ...next, idSeq: register.seq() }, selection: createdIds, message: 'duplicated' };
}

function setForm(doc: FormDoc, selection: number[], changes: Partial<FormSettings>): Outcome {
  const form = Object.fromEntries(
    Object.entries({ ...doc.form, ...changes }).filter(([, value]) => value !== undefined),
  ) as unknown as FormSettings;
  return isValidSettings(form) ? { doc: { ...doc, form }, selection, message: 'changed' } : { refused: 'cannotChange' };
}

/** Key of the edited property. Consecutive edits with the same key share a history step. */
function typingOf(command: DocumentCommand, ids: readonly number[]): string | undefined {
  if (command.do === 'set') return `set ${ids.join()} ${Object.keys(command.changes).sort().join()}`;
  if (command.do === 'setProp') return `prop ${ids.join()} ${command.key}`;
  return command.do === 'setForm' ? `form ${Object.keys(command.changes).sort().join()}` : undefined;
}

function messageOf({ doc, selection, message: what, count = selection.length }: Done): EditorMessage {
  const spot = selection[0] === undefined ? undefined : positionOf(doc, selection[0]);
  if (!spot) return { what, params: { count } };
  return { what, params: { count, label: spot.node.label || spot.node.name, position: spot.index + 1, of: spot.siblings.length } };
}

function undo(state: EditorState): EditorState {
  const last = state.past.at(-1);
  if (!last) return { ...state, message: { what: 'nothingToUndo', params: {} } };
  const now = { doc: state.doc, selection: state.selection, time: last.time };
  // the next edit starts a new history step
  const past = state.past.slice(0, -1).map((each, index, all) => (index === all.length - 1 ? { ...each, typing: undefined } : each));
  return restore(state, last, past, [...state.future, now], 'undone');
}

function redo(state: EditorState): EditorState {
  const next = state.future.at(-1);
  if (!next) return { ...state, message: { what: 'nothingToRedo', params: {} } };
  const now = { doc: state.doc, selection: state.selection, time: next.time };
  return restore(state, next, [...state.past, now], state.future.slice(0, -1), 'redone');
}

function restore(
  state: EditorState,
  to: EditorState['past'][number],
  past: EditorState['past'],
  future: EditorState['future'],
  what: EditorMessage['what'],
): EditorState {
  const message = { what, params: { count: what === 'undone' ? past.length : future.length } };
  return { ...state, doc: to.doc, selection: to.selection, anchor: to.selection.at(-1) ?? null, past, future, message };
}

function copy(state: EditorState, what: 'copied' | 'cut'): EditorState {
  const clipboard = rootsOf(state.doc, state.selection);
  if (clipboard.length === 0) return state;
  return { ...state, clipboard, message: { what, params: { count: clipboard.length, label: clipboard[0]!.label || clipboard[0]!.name } } };
}

function selectIds(state: EditorState, ids: readonly number[], anchor = ids.at(-1) ?? null): EditorState {
  const idSet = new Set(ids);
  const selection = allNodes(state.doc.fields).flatMap(({ id }) => (idSet.has(id) ? [id] : []));
  const at = anchor !== null && idSet.has(anchor) ? anchor : (selection.at(-1) ?? null);
  const spot = at === null ? undefined : positionOf(state.doc, at);
  const params = spot
    ? { count: selection.length, label: spot.node.label || spot.node.name, position: spot.index + 1, of: spot.siblings.length }
    : { count: 0 };
  return { ...state, selection, anchor: at, message: { what: 'selected', params } };
}

function select(state: EditorState, ids: readonly number[], mode: 'only' | 'toggle' | 'upTo'): EditorState {
  if (mode === 'only') return selectIds(state, ids);
  if (mode === 'toggle') {
    const toggled = new Set(ids);
    const remaining = state.selection.filter((id) => !toggled.has(id));
    const added = ids.filter((id) => !state.selection.includes(id));
    return selectIds(state, [...remaining, ...added], added.at(-1) ?? remaining.at(-1) ?? null);
  }
  const all = allNodes(state.doc.fields).map(({ id }) => id);
  const [from, to] = [all.indexOf(state.anchor ?? ids[0] ?? -1), all.indexOf(ids.at(-1) ?? -1)];
  if (from < 0 || to < 0) return selectIds(state, ids);
  // the anchor stays, so that the range can grow and shrink from it
  return selectIds(state, all.slice(Math.min(from, to), Math.max(from, to) + 1), state.anchor ?? ids[0] ?? null);
}

function walkSelection(state: EditorState, direction: Extract<Command, { do: 'walk' }>['way'], extend: boolean): EditorState {
  const all = allNodes(state.doc.fields).map(({ id }) => id);
  const edge = extend ? farEnd(state) : state.anchor;
  const at = edge === null ? -1 : all.indexOf(edge);
  const node = edge === null ? undefined : findNode(state.doc.fields, edge);
  const to = {
    up: all[at < 0 ? all.length - 1 : Math.max(0, at - 1)],
    down: all[Math.min(all.length - 1, at + 1)],
    first: all[0],
    last: all.at(-1),
    parent: edge === null ? undefined : ancestorsOf(state.doc, edge)[0]?.id,
    child: node?.children?.[0]?.id,
  }[direction];
  if (to === undefined) return direction === 'parent' && edge !== null ? selectIds(state, []) : state;
  return extend ? select(state, [to], 'upTo') : selectIds(state, [to]);
}

const farEnd = ({ selection, anchor }: EditorState) => (selection[0] === anchor ? (selection.at(-1) ?? anchor) : (selection[0] ?? anchor));
