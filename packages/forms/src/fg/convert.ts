import { compact, isObject, type Json, type JsonObject } from '../json.ts';
import { emptyDoc, FIRST_ID, type FormDoc, type FormNode, limits } from '../model.ts';
import { patternRefusal } from '../pattern/pattern-rule.ts';
import { specOf } from '../registry/registry.ts';
import { isMonster, FormDoc as Schema } from '../schema.ts';
import { mayHold } from '../tree.ts';
import { confOf, itemOf } from './item-of.ts';
import { dialectOf, type ImportNote, nodeOf, settingsOf } from './node-of.ts';
import { type Difference, differences, patched } from './patch.ts';
import type { Dialect } from './tags.ts';

/**
 * Lossless import and export of form-generator documents. Each component stores differences from our own output. Export reapplies them
 * where the value is unchanged.
 */

/** Key in a form-generator item for settings that the format does not support. */
const OURS = 'suyuan';

interface Kept {
  dialect: Dialect;
  differences: Difference[];
}

const keptOf = (x: JsonObject | undefined): Kept | undefined => (isObject(x?.fg) ? (x.fg as unknown as Kept) : undefined);
const bare = ({ x: _, children: __, ...node }: FormNode) => node as unknown as JsonObject;

/** An item that `nodeOf` and `readOurs` convert back to the same component, except its children. */
function itemWhole(node: FormNode, dialect: Dialect): JsonObject {
  const item = itemOf(node, dialect);
  if (specOf(node.type).holds !== 'nothing') (item.__config__ as JsonObject).children = [];
  const ours = differences(bare(nodeOf(item, dialect)), bare(node));
  if (ours.length > 0) (item.__config__ as JsonObject)[OURS] = ours as unknown as Json;
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
  if (isMonster(value) || !isFg(value)) return undefined;
  const whole: JsonObject = Array.isArray(value) ? { fields: value } : (value as JsonObject);
  const { fields, ...conf } = whole;
  const notes: ImportNote[] = [];
  const dialect: Dialect = isElement(fields as Json[], conf) ? 'element' : 'antdv';
  const course: Course = {
    dialect,
    notes,
    ids: new Set(),
    names: new Set(),
    seq: highestId(fields as Json[]),
    count: 0,
  };
  const nodes = (fields as Json[]).flatMap((item) => (isObject(item) ? nodesOf(item, null, course, 1) : []));
  const form = settingsOf(conf, (what, params = {}) => notes.push({ what, label: '', params }));
  const kept = differences(confOf(form, dialect), conf);
  const all =
    kept.length > 0 || dialect === 'element' || Array.isArray(value)
      ? { fg: compact({ dialect, differences: kept, list: Array.isArray(value) || undefined }) }
      : undefined;
  const doc = compact({
    ...emptyDoc(),
    form,
    fields: nodes,
    idSeq: Math.max(course.seq, FIRST_ID),
    x: all as unknown as JsonObject | undefined,
  });
  return Schema.safeParse(doc).success ? { doc, notes } : undefined;
}

/** Element forms have a pixel label width and Element tags. */
const isElement = (fields: readonly Json[], conf: JsonObject) =>
  conf.labelWidth !== undefined || fields.some((item) => isObject(item) && dialectOf(item, 'antdv') === 'element');

interface Course {
  dialect: Dialect;
  notes: ImportNote[];
  ids: Set<number>;
  names: Set<string>;
  seq: number;
  count: number;
}

function highestId(items: readonly Json[]): number {
  return items.filter(isObject).reduce((most, item) => {
    const { formId, children } = isObject(item.__config__) ? item.__config__ : {};
    const own = typeof formId === 'number' && Number.isInteger(formId) && formId < 1e9 ? formId : 0;
    return Math.max(most, own, Array.isArray(children) ? highestId(children) : 0);
  }, FIRST_ID);
}

function nodesOf(item: JsonObject, parent: FormNode | null, course: Course, depth: number): FormNode[] {
  const config = isObject(item.__config__) ? item.__config__ : {};
  const label = typeof config.label === 'string' ? config.label : '';
  const note = (what: ImportNote['what'], params: ImportNote['params'] = {}) => course.notes.push({ what, label, params });
  if (++course.count > limits.nodes || depth > limits.depth) {
    note('tooMany');
    return [];
  }
  const dialect = dialectOf(item, course.dialect);
  const read = readOurs(item, nodeOf(item, dialect, note));
  const node = placed(mayHold(parent, read) ? read : unknownOf(read), course, note);
  for (const rule of node.regList) if (patternRefusal(rule)) note('pattern', { pattern: rule.pattern });
  const holds = specOf(node.type).holds !== 'nothing';
  const inner: Course = node.type === 'subtable' ? { ...course, names: new Set() } : course;
  const children =
    holds && Array.isArray(config.children)
      ? config.children.flatMap((child) => (isObject(child) ? nodesOf(child, node, inner, depth + 1) : []))
      : [];
  course.seq = inner.seq;
  course.count = inner.count;
  const kept = differences(itemWhole(node, dialect), holds ? withoutChildren(item) : item);
  const x = kept.length > 0 || dialect !== course.dialect ? ({ fg: { dialect, differences: kept } } as unknown as JsonObject) : undefined;
  return [compact({ ...node, ...(holds ? { children } : {}), x })];
}

/** Restores the settings that our export stored under `OURS`. */
function readOurs(item: JsonObject, node: FormNode): FormNode {
  const ours = isObject(item.__config__) ? item.__config__[OURS] : undefined;
  if (!Array.isArray(ours)) return node;
  const read = patched(bare(node), ours as unknown as Difference[]) as unknown as FormNode;
  return { ...read, ...(node.children ? { children: [] } : {}) };
}

/** Makes id and name unique among the preceding components. */
function placed(node: FormNode, course: Course, note: (what: ImportNote['what'], params?: ImportNote['params']) => void): FormNode {
  const taken = node.id === 0 || course.ids.has(node.id);
  const id = taken ? ++course.seq : node.id;
  if (taken && node.id !== 0) note('renumbered', { from: `${node.id}`, to: `${id}` });
  course.ids.add(id);
  if (specOf(node.type).answer === 'none') return { ...node, id, name: taken ? `row${id}` : node.name };
  const wanted = node.id === 0 && node.name === 'field0' ? `field${id}` : node.name;
  let name = wanted;
  for (let number = 2; course.names.has(name); number++) name = `${wanted.slice(0, 58)}_${number}`;
  if (name !== wanted) note('renamed', { from: wanted, to: name });
  course.names.add(name);
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
  const kept = keptOf(doc.x) as (Kept & { list?: boolean }) | undefined;
  const dialect = kept?.dialect ?? 'antdv';
  const fields = doc.fields.map((node) => itemBack(node, dialect));
  if (kept?.list) return fields;
  const conf = patched(confOf(doc.form, dialect), kept?.differences ?? []) as JsonObject;
  return { ...conf, fields };
}

function itemBack(node: FormNode, usual: Dialect): JsonObject {
  const kept = keptOf(node.x);
  const dialect = kept?.dialect ?? usual;
  const item = patched(itemWhole(node, dialect), kept?.differences ?? []) as JsonObject;
  if (!node.children?.length || specOf(node.type).holds === 'nothing') return item;
  const children = node.children.map((child) => itemBack(child, usual));
  return { ...item, __config__: { ...(item.__config__ as JsonObject), children } };
}
