import { isObject } from '../json.ts';
import { DOC_VERSION, FIRST_ID, type FieldType, fieldTypes, formDefaults } from '../model.ts';
import { specOf } from '../registry/registry.ts';

/** Adds omitted ids, names, spans and type defaults. Present values stay; the schema validates them afterwards. */
export function complete(value: unknown): unknown {
  if (!isObject(value)) return value;
  const ids = new Set<number>();
  const gather = (nodes: unknown) => {
    for (const node of Array.isArray(nodes) ? nodes : []) {
      if (!isObject(node)) continue;
      if (typeof node.id === 'number') ids.add(node.id);
      gather(node.children);
    }
  };
  gather(value.fields);
  let seq = Math.max(FIRST_ID, typeof value.idSeq === 'number' ? value.idSeq : 0, ...ids);
  const fill = (node: unknown): unknown => {
    if (!isObject(node)) return node;
    const id = node.id ?? ++seq;
    const type = fieldTypes.find((each) => each === node.type) as FieldType | undefined;
    const defaults = type && specOf(type).fresh();
    const isContainer = type && specOf(type).holds !== 'nothing';
    const children = Array.isArray(node.children) ? { children: node.children.map(fill) } : isContainer ? { children: [] } : {};
    return {
      span: defaults?.span ?? 24,
      regList: [],
      ...(defaults?.options ? { options: defaults.options } : {}),
      ...node,
      id,
      name: node.name ?? `${type && specOf(type).answer === 'none' ? 'row' : 'field'}${id}`,
      props: node.props ?? defaults?.props ?? {},
      ...children,
    };
  };
  const fields = Array.isArray(value.fields) ? value.fields.map(fill) : value.fields;
  const form = isObject(value.form) ? { ...formDefaults, ...value.form } : (value.form ?? { ...formDefaults });
  return { kind: 'form-doc', version: DOC_VERSION, ...value, form, fields, idSeq: seq };
}
