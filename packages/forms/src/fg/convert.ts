import { compact, isObject, type Json, type JsonObject, own, sameJson } from '../json.ts';
import { emptyDoc, FIRST_ID, type FormDoc, type FormNode, limits } from '../model.ts';
import { patternRefusal } from '../pattern/pattern-rule.ts';
import { specOf } from '../registry/registry.ts';
import { isExcessive, FormDoc as Schema } from '../schema.ts';
import { canContain } from '../tree.ts';
import { confOf, itemOf } from './item-of.ts';
import { dialectOf, type ImportNote, nodeOf, settingsOf } from './node-of.ts';
import type { Dialect } from './tags.ts';

/** One JSON difference: the path with old and new value. An absent key has neither. */
interface Difference {
  path: (string | number)[];
  was?: Json;
  is?: Json;
}

/** Lists of equal length are compared by entry; others are replaced as a whole. */
function differences(from: Json | undefined, to: Json | undefined, path: Difference['path'] = []): Difference[] {
  if (sameJson(from, to) && (from === undefined) === (to === undefined)) return [];
  if (isObject(from) && isObject(to)) {
    const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return keys.flatMap((key) => differences(own(from, key), own(to, key), [...path, key]));
  }
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length)
    return from.flatMap((each, index) => differences(each, to[index], [...path, index]));
  return [{ path, ...(from === undefined ? {} : { was: from }), ...(to === undefined ? {} : { is: to }) }];
}

/** Applies a difference only where the value is still the old one, so later edits stay. */
const applyDifferences = (value: Json, list: readonly Difference[]): Json => list.reduce((result, each) => applyAt(result, each, 0), value);

function applyAt(value: Json, difference: Difference, depth: number): Json {
  const { path, was, is } = difference;
  const key = path[depth];
  if (key === undefined) return sameJson(value, was) && is !== undefined ? is : value;
  const last = depth === path.length - 1;
  if (Array.isArray(value)) {
    if (typeof key !== 'number' || key >= value.length) return value;
    return value.map((each, index) => (index === key ? applyAt(each, difference, depth + 1) : each));
  }
  if (!isObject(value)) return value;
  const inner = own(value, String(key));
  if (!last) return inner === undefined ? value : { ...value, [key]: applyAt(inner, difference, depth + 1) };
  if (!sameJson(inner, was)) return value;
  const { [key]: _, ...rest } = value as JsonObject;
  return is === undefined ? rest : { ...value, [key]: is };
}

/**
 * Lossless import and export of form-generator documents. Each component stores differences from our own output. Export reapplies them
 * where the value is unchanged.
 */

/** Key in a form-generator item for settings that the format does not support. */
const OWN_SETTINGS_KEY = 'suyuan';

interface ImportData {
  dialect: Dialect;
  differences: Difference[];
}

const importDataOf = (x: JsonObject | undefined): ImportData | undefined => (isObject(x?.fg) ? (x.fg as unknown as ImportData) : undefined);
const ownSettings = ({ x: _, children: __, ...node }: FormNode) => node as unknown as JsonObject;

/** An item that `nodeOf` and `restoreOwnSettings` convert back to the same component, except its children. */
function completeItem(node: FormNode, dialect: Dialect): JsonObject {
  const item = itemOf(node, dialect);
  if (specOf(node.type).holds !== 'nothing') (item.__config__ as JsonObject).children = [];
  const ownDifferences = differences(ownSettings(nodeOf(item, dialect)), ownSettings(node));
  if (ownDifferences.length > 0) (item.__config__ as JsonObject)[OWN_SETTINGS_KEY] = ownDifferences as unknown as Json;
  return item;
}

/** Detects form-generator JSON: fields with a `__config__`. */
export const isFg = (value: unknown): boolean => {
  const fields = Array.isArray(value) ? value : isObject(value) ? value.fields : undefined;
  return Array.isArray(fields) && fields.some((each) => isObject(each) && isObject(each.__config__));
};

export interface FgImport {
  doc: FormDoc;
  notes: ImportNote[];
}

/**
 * Reads either dialect; undefined for other JSON. Replaces duplicate ids and names. Keeps foreign URLs and functions without using them.
 * Each case adds a note.
 */
export function fromFg(value: unknown): FgImport | undefined {
  if (isExcessive(value) || !isFg(value)) return undefined;
  const root: JsonObject = Array.isArray(value) ? { fields: value } : (value as JsonObject);
  const { fields, ...conf } = root;
  const notes: ImportNote[] = [];
  const dialect: Dialect = isElement(fields as Json[], conf) ? 'element' : 'antdv';
  const context: ImportContext = {
    dialect,
    notes,
    ids: new Set(),
    names: new Set(),
    seq: highestId(fields as Json[]),
    count: 0,
  };
  const nodes = (fields as Json[]).flatMap((item) => (isObject(item) ? nodesOf(item, null, context, 1) : []));
  const form = settingsOf(conf, (what, params = {}) => notes.push({ what, label: '', params }));
  const confDifferences = differences(confOf(form, dialect), conf);
  const importData =
    confDifferences.length > 0 || dialect === 'element' || Array.isArray(value)
      ? { fg: compact({ dialect, differences: confDifferences, list: Array.isArray(value) || undefined }) }
      : undefined;
  const doc = compact({
    ...emptyDoc(),
    form,
    fields: nodes,
    idSeq: Math.max(context.seq, FIRST_ID),
    x: importData as unknown as JsonObject | undefined,
  });
  return Schema.safeParse(doc).success ? { doc, notes } : undefined;
}

/** Element forms have a pixel label width and Element tags. */
const isElement = (fields: readonly Json[], conf: JsonObject) =>
  conf.labelWidth !== undefined || fields.some((item) => isObject(item) && dialectOf(item, 'antdv') === 'element');

interface ImportContext {
  dialect: Dialect;
  notes: ImportNote[];
  ids: Set<number>;
  names: Set<string>;
  seq: number;
  count: number;
}

function highestId(items: readonly Json[]): number {
  return items.filter(isObject).reduce((highest, item) => {
    const { formId, children } = isObject(item.__config__) ? item.__config__ : {};
    const own = typeof formId === 'number' && Number.isInteger(formId) && formId < 1e9 ? formId : 0;
    return Math.max(highest, own, Array.isArray(children) ? highestId(children) : 0);
  }, FIRST_ID);
}

function nodesOf(item: JsonObject, parent: FormNode | null, context: ImportContext, depth: number): FormNode[] {
  const config = isObject(item.__config__) ? item.__config__ : {};
  const label = typeof config.label === 'string' ? config.label : '';
  const note = (what: ImportNote['what'], params: ImportNote['params'] = {}) => context.notes.push({ what, label, params });
  if (++context.count > limits.nodes || depth > limits.depth) {
    note('tooMany');
    return [];
  }
  const dialect = dialectOf(item, context.dialect);
  const restored = restoreOwnSettings(item, nodeOf(item, dialect, note));
  const node = withUniqueIdentity(canContain(parent, restored) ? restored : unknownOf(restored), context, note);
  for (const rule of node.regList) if (patternRefusal(rule)) note('pattern', { pattern: rule.pattern });
  const isContainer = specOf(node.type).holds !== 'nothing';
  const inner: ImportContext = node.type === 'subtable' ? { ...context, names: new Set() } : context;
  const children =
    isContainer && Array.isArray(config.children)
      ? config.children.flatMap((child) => (isObject(child) ? nodesOf(child, node, inner, depth + 1) : []))
      : [];
  context.seq = inner.seq;
  context.count = inner.count;
  const itemDifferences = differences(completeItem(node, dialect), isContainer ? withoutChildren(item) : item);
  const x =
    itemDifferences.length > 0 || dialect !== context.dialect
      ? ({ fg: { dialect, differences: itemDifferences } } as unknown as JsonObject)
      : undefined;
  return [compact({ ...node, ...(isContainer ? { children } : {}), x })];
}

/** Restores the settings that our export stored under `OWN_SETTINGS_KEY`. */
function restoreOwnSettings(item: JsonObject, node: FormNode): FormNode {
  const ownDifferences = isObject(item.__config__) ? item.__config__[OWN_SETTINGS_KEY] : undefined;
  if (!Array.isArray(ownDifferences)) return node;
  const restored = applyDifferences(ownSettings(node), ownDifferences as unknown as Difference[]) as unknown as FormNode;
  return { ...restored, ...(node.children ? { children: [] } : {}) };
}

/** Makes id and name unique among the preceding components. */
function withUniqueIdentity(
  node: FormNode,
  context: ImportContext,
  note: (what: ImportNote['what'], params?: ImportNote['params']) => void,
): FormNode {
  const isIdTaken = node.id === 0 || context.ids.has(node.id);
  const id = isIdTaken ? ++context.seq : node.id;
  if (isIdTaken && node.id !== 0) note('renumbered', { from: `${node.id}`, to: `${id}` });
  context.ids.add(id);
  if (specOf(node.type).answer === 'none') return { ...node, id, name: isIdTaken ? `row${id}` : node.name };
  const preferredName = node.id === 0 && node.name === 'field0' ? `field${id}` : node.name;
  let name = preferredName;
  for (let number = 2; context.names.has(name); number++) name = `${preferredName.slice(0, 58)}_${number}`;
  if (name !== preferredName) note('renamed', { from: preferredName, to: name });
  context.names.add(name);
  return { ...node, id, name };
}

/** A component in an invalid position becomes `unknown` and stays as it is. */
const unknownOf = ({ id, name, label, span }: FormNode): FormNode =>
  compact({ id, type: 'unknown', name, label, span, regList: [], props: {} });

/** Children are compared separately, so they must not count as a difference. */
function withoutChildren(item: JsonObject): JsonObject {
  const config = item.__config__;
  return isObject(config) && Array.isArray(config.children) ? { ...item, __config__: { ...config, children: [] } } : item;
}

/** Exports a form-generator document. Unchanged parts of an imported document stay as they were. */
export function toFg(doc: FormDoc): JsonObject | Json[] {
  const importData = importDataOf(doc.x) as (ImportData & { list?: boolean }) | undefined;
  const dialect = importData?.dialect ?? 'antdv';
  const fields = doc.fields.map((node) => exportItem(node, dialect));
  if (importData?.list) return fields;
  const conf = applyDifferences(confOf(doc.form, dialect), importData?.differences ?? []) as JsonObject;
  return { ...conf, fields };
}

function exportItem(node: FormNode, defaultDialect: Dialect): JsonObject {
  const importData = importDataOf(node.x);
  const dialect = importData?.dialect ?? defaultDialect;
  const item = applyDifferences(completeItem(node, dialect), importData?.differences ?? []) as JsonObject;
  if (!node.children?.length || specOf(node.type).holds === 'nothing') return item;
  const children = node.children.map((child) => exportItem(child, defaultDialect));
  return { ...item, __config__: { ...(item.__config__ as JsonObject), children } };
}
