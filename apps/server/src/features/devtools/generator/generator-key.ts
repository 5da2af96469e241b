import type { CatalogKey } from './generator-catalog.queries.ts';
import { type GenField, isUnquotedName } from './generator-field.ts';
import { capitalize, pascal, sentenceCase } from './generator-infer-column.ts';
import { lowerFirst } from './template/source.ts';

/** A unique key of several columns or some rows. Keys of a single column are `unique` of its field. */
export type GenKey = ReturnType<typeof keysOf>[number];

/** Labels of standard columns in problem texts. */
const STANDARD_LABELS: Record<string, [chinese: string, english: string]> = {
  dept_id: ['部门', 'department'],
  create_by: ['创建人', 'person who made it'],
  parent_id: ['上级', 'record above'],
};

const joinWithAnd = (names: readonly string[]) => [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');

/** Problem name such as `postCodeTaken`. The noun is added unless the field name has it; lines get an infix. */
export function takenProblemName({ noun }: { noun: string }, { name, line }: Pick<GenField, 'name' | 'line'>): string {
  if (line) return `${noun}Line${capitalize(name)}Taken`;
  return `${name.startsWith(noun) && name !== noun ? name : `${noun}${capitalize(name)}`}Taken`;
}

const uncoveredKeys = (keys: readonly CatalogKey[], fields: readonly GenField[]) =>
  keys.filter(({ constraint }) => !fields.some(({ unique }) => unique === constraint));

const isRepeatable = ({ constraint, plain }: CatalogKey) => plain && isUnquotedName(constraint);

/** Constraints that the migration cannot repeat: on expressions or on some rows. */
export const manualConstraintsOf = (keys: readonly CatalogKey[], fields: readonly GenField[]): string[] =>
  uncoveredKeys(keys, fields).flatMap((key) => (isRepeatable(key) ? [] : [key.constraint]));

/**
 * Keys that no field covers. Keys without columns are skipped.
 * @param fields of the table, with its parent's
 * @param subject of the problem texts: the record or one of its lines
 * @param usedNames problem names in use; the new ones are added
 */
export function keysOf(
  keys: readonly CatalogKey[],
  fields: readonly GenField[],
  subject: { noun: string; chinese: string; english: string; line: boolean },
  usedNames: Set<string>,
) {
  const { noun, chinese, english, line } = subject;
  const root = `${noun}${line ? 'Line' : ''}`;
  // also those of fields that are not unique, so that names stay valid if a key becomes the field's
  for (const field of fields) usedNames.add(takenProblemName(subject, field));
  const nameOf = ({ constraint, columns }: CatalogKey) => {
    const name = lowerFirst(pascal(constraint.replace(/[^A-Za-z0-9]+/g, '_')));
    const base = name.startsWith(root) ? name : `${root}${capitalize(name)}`;
    const candidates = [`${root}${columns.map(pascal).join('')}`, base, ...keys.map((_, index) => `${base}${index + 2}`)];
    const problem = `${candidates.find((each) => !usedNames.has(`${each}Taken`))}Taken`;
    usedNames.add(problem);
    return problem;
  };
  return uncoveredKeys(keys, fields).flatMap((key) => {
    const { constraint, columns } = key;
    if (columns.length === 0) return [];
    const keyFields = columns.flatMap((column) => fields.find((field) => field.column === column) ?? []);
    const labels = columns.map((column) => {
      const field = keyFields.find((each) => each.column === column);
      const [label, name] = field ? [field.label, field.english] : (STANDARD_LABELS[column] ?? [column, sentenceCase(column)]);
      return { label, name: lowerFirst(name), isNamed: !line || field !== undefined || column in STANDARD_LABELS };
    });
    // the parent of a line is omitted unless it is the only column
    const named = labels.some(({ isNamed }) => isNamed) ? labels.filter(({ isNamed }) => isNamed) : labels;
    const [chineseNames, names] = [named.map(({ label }) => label).join('、'), joinWithAnd(named.map(({ name }) => name))];
    return {
      constraint,
      problem: nameOf(key),
      columns,
      fields: keyFields.filter(({ insert, edit }) => insert || edit),
      /** The migration can repeat it. Other keys must be added by hand. */
      plain: isRepeatable(key),
      chinese: line
        ? `${chinese}里有两行的${chineseNames}相同，或与别的记录相同；逐行改成不同的`
        : `${chineseNames}相同的${chinese}已有一个；${named.length > 1 ? '改其中一项' : `换一个${chineseNames}`}`,
      english: line
        ? `Two lines have the same ${names}, or another record has; make each line’s its own`
        : `Another ${lowerFirst(english)} has the same ${names}; change ${named.length > 1 ? 'one of them' : 'it'}`,
    };
  });
}
