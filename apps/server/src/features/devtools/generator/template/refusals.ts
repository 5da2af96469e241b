import { type GenKey, takenOf } from '../generator-key.ts';
import type { GenModel } from '../generator-model.ts';
import { filled } from './contract.ts';
import { type Doc, group, params, quoted } from './layout.ts';
import { namesOf } from './names.ts';

/** What a write may be refused for: by which constraint, as which problem, and what is said with it, as source. */
export interface Rule {
  constraint: string;
  problem: string;
  detail: string;
}

/** A constraint as the name of a property. */
const named = (constraint: string) => (/^[a-z_]\w*$/i.test(constraint) ? constraint : quoted(constraint));

/** A key of several columns is laid to the last of them that the form has. */
const ruledBy = (keys: readonly GenKey[]): Rule[] =>
  keys.map(({ constraint, problem, fields }) => {
    const field = fields.at(-1);
    return { constraint: named(constraint), problem, detail: field ? `{ field: ${quoted(field.name)} }` : '{}' };
  });

/** `write` within a `refusing` for each rule, the first of them outermost. */
export const refusedBy = (rules: readonly Rule[], write: Doc): Doc =>
  rules.reduceRight<Doc>(
    (inner, { constraint, problem, detail }) => group(['refusing', params([`{ ${constraint}: ${quoted(problem)} }`, detail, inner])]),
    write,
  );

/** What a write of the record may be refused for, as a function of the service: its name, its head and its body. Undefined: for nothing. */
export function judging(model: GenModel, write: Doc): { name: string; head: Doc; body: Doc } | undefined {
  const { domain, noun, fields } = model;
  const unique = fields
    .filter((field) => field.unique)
    .map((field) => ({
      constraint: field.unique ?? '',
      problem: takenOf(model, field),
      detail: `{ field: ${quoted(field.name)}, ${field.name} }`,
      asks: field.name,
    }));
  const refs = filled(fields)
    .filter(({ ref }) => ref)
    .map((field) => ({
      constraint: field.ref?.constraint ?? '',
      problem: 'referenceNotFound',
      detail: `{ field: ${quoted(field.name)}, title: ${quoted(`${domain}.${noun}.${field.name}`)} }`,
      asks: '',
    }));
  const keys = ruledBy(model.keys).map((rule) => ({ ...rule, asks: '' }));
  const rules = [...unique, ...keys, ...refs];
  if (rules.length === 0) return undefined;
  const body = refusedBy(rules, write);
  const { alias } = namesOf(model);
  const asked = unique.map(({ asks }) => asks);
  const name = refs.length === 0 ? 'namedOnce' : 'fitting';
  const given = asked.length > 0 ? `{ ${asked.join(', ')} }: ChangesOf<${alias}>, ` : '';
  return { name, head: `const ${name} = <T>(${given}write: Promise<T>)`, body };
}

/** What lines may be refused for, by constraint; the refusal names the list, since the database does not say which line it was. */
export const lineRules = (model: GenModel): Rule[] => [
  ...ruledBy(model.sub?.keys ?? []).map((rule) => ({ ...rule, detail: `{ field: ${quoted(model.sub?.list ?? '')} }` })),
  ...filled(model.sub?.fields ?? []).flatMap((field) => {
    const list = quoted(model.sub?.list ?? '');
    const title = quoted(`${model.domain}.${model.noun}.line.${field.name}`);
    return [
      ...(field.unique ? [{ constraint: field.unique, problem: takenOf(model, field), detail: `{ field: ${list} }` }] : []),
      ...(field.ref
        ? [{ constraint: field.ref.constraint, problem: 'referenceNotFound', detail: `{ field: ${list}, title: ${title} }` }]
        : []),
    ];
  }),
];
