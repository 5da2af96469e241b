import { type GenKey, takenProblemName } from '../generator-key.ts';
import type { GenModel } from '../generator-model.ts';
import { formFields } from './contract.ts';
import { type Doc, group, params, quoted } from './doc-printer.ts';
import { namesOf } from './names.ts';

/** A constraint that can refuse a write, its problem and the parameters as source. */
export interface ConstraintRule {
  constraint: string;
  problem: string;
  detail: string;
}

const propertyKey = (constraint: string) => (/^[a-z_]\w*$/i.test(constraint) ? constraint : quoted(constraint));

/** The problem of a multi-column key names its last field in the form. */
const rulesOf = (keys: readonly GenKey[]): ConstraintRule[] =>
  keys.map(({ constraint, problem, fields }) => {
    const field = fields.at(-1);
    return { constraint: propertyKey(constraint), problem, detail: field ? `{ field: ${quoted(field.name)} }` : '{}' };
  });

/** Wraps `write` in one `mapConstraintErrors` per rule, the first one outermost. */
export const wrapWithErrorMapping = (rules: readonly ConstraintRule[], write: Doc): Doc =>
  rules.reduceRight<Doc>(
    (inner, { constraint, problem, detail }) =>
      group(['mapConstraintErrors', params([`{ ${constraint}: ${quoted(problem)} }`, detail, inner])]),
    write,
  );

/** Service function that maps constraint errors of a write to problems: name, head and body. Undefined without rules. */
export function constraintMapper(model: GenModel, write: Doc): { name: string; head: Doc; body: Doc } | undefined {
  const { domain, noun, fields } = model;
  const unique = fields
    .filter((field) => field.unique)
    .map((field) => ({
      constraint: field.unique ?? '',
      problem: takenProblemName(model, field),
      detail: `{ field: ${quoted(field.name)}, ${field.name} }`,
      asks: field.name,
    }));
  const refs = formFields(fields)
    .filter(({ ref }) => ref)
    .map((field) => ({
      constraint: field.ref?.constraint ?? '',
      problem: 'referenceNotFound',
      detail: `{ field: ${quoted(field.name)}, title: ${quoted(`${domain}.${noun}.${field.name}`)} }`,
      asks: '',
    }));
  const keys = rulesOf(model.keys).map((rule) => ({ ...rule, asks: '' }));
  const rules = [...unique, ...keys, ...refs];
  if (rules.length === 0) return undefined;
  const body = wrapWithErrorMapping(rules, write);
  const { alias } = namesOf(model);
  const valueFields = unique.map(({ asks }) => asks);
  const valueParam = valueFields.length > 0 ? `{ ${valueFields.join(', ')} }: ChangesOf<${alias}>, ` : '';
  return { name: 'mapWriteErrors', head: `const mapWriteErrors = <T>(${valueParam}write: Promise<T>)`, body };
}

/** Rules of lines by constraint. The problem names the list, because the database does not report the line. */
export const lineRules = (model: GenModel): ConstraintRule[] => [
  ...rulesOf(model.sub?.keys ?? []).map((rule) => ({ ...rule, detail: `{ field: ${quoted(model.sub?.list ?? '')} }` })),
  ...formFields(model.sub?.fields ?? []).flatMap((field) => {
    const list = quoted(model.sub?.list ?? '');
    const title = quoted(`${model.domain}.${model.noun}.line.${field.name}`);
    return [
      ...(field.unique ? [{ constraint: field.unique, problem: takenProblemName(model, field), detail: `{ field: ${list} }` }] : []),
      ...(field.ref
        ? [{ constraint: field.ref.constraint, problem: 'referenceNotFound', detail: `{ field: ${list}, title: ${title} }` }]
        : []),
    ];
  }),
];
