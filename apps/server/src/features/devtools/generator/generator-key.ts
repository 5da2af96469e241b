import type { CatalogKey } from './generator-catalog.queries.ts';
import type { GenField } from './generator-field.ts';
import { isUnquotedName } from './generator-field.ts';
import { pascal, sentenceCase } from './generator-infer-column.ts';

/** A unique key of several columns or some rows. Keys of a single column are `unique` of its field. */
export interface GenKey {
  constraint: string;
  /** Problem name, e.g. `shelfRowPlaceTaken`. */
  problem: string;
  columns: string[];
  fields: GenField[];
  /** Plain columns, which the migration can repeat. Other keys must be added by hand. */
  plain: boolean;
  chinese: string;
  english: string;
}

/** Labels of standard columns in problem texts. Columns without an entry are omitted. */
const STANDARD_LABELS: Record<string, [chinese: string, english: string]> = {
  dept_id: ['部门', 'department'],
  create_by: ['创建人', 'person who made it'],
  parent_id: ['上级', 'record above'],
};

const lowerFirst = (text: string) => text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
const joinWithAnd = (names: readonly string[]) => [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');

/** Subject of a problem: the record or one of its lines. */
interface Subject {
  noun: string;
  chinese: string;
  english: string;
  line: boolean;
}

/** Problem name such as `postCodeTaken`. The noun is added unless the field name has it; lines get an infix. */
export function takenProblemName({ noun }: Pick<Subject, 'noun'>, { name, line }: Pick<GenField, 'name' | 'line'>): string {
  const capital = name.replace(/^./, (letter) => letter.toUpperCase());
  if (line) return `${noun}Line${capital}Taken`;
  return `${name.startsWith(noun) && name !== noun ? name : `${noun}${capital}`}Taken`;
}

const uncoveredKeys = (keys: readonly CatalogKey[], fields: readonly GenField[]) => {
  const coveredConstraints = new Set(fields.map(({ unique }) => unique));
  return keys.filter(({ constraint }) => !coveredConstraints.has(constraint));
};

/** Constraints that the migration cannot repeat: on expressions or on some rows. */
export const manualConstraintsOf = (keys: readonly CatalogKey[], fields: readonly GenField[]): string[] =>
  uncoveredKeys(keys, fields).flatMap(({ constraint, plain }) => (plain && isUnquotedName(constraint) ? [] : [constraint]));

/**
 * Distinct problem names. A field's name is reserved even if it is not unique, because its text contains the value. Existing texts stay
 * valid if a key becomes the field's or the other way round.
 */
function problemNamer({ noun, line }: Subject, usedNames: Set<string>) {
  const root = `${noun}${line ? 'Line' : ''}`;
  return ({ constraint, columns }: CatalogKey): string => {
    const pascalName = pascal(constraint.replace(/[^A-Za-z0-9]+/g, '_'));
    const camelName = lowerFirst(pascalName);
    const base = camelName.startsWith(root) ? camelName : `${root}${pascalName}`;
    const isFree = (name: string) => !usedNames.has(`${name}Taken`);
    let name = [`${root}${columns.map(pascal).join('')}`, base].find(isFree);
    for (let count = 2; name === undefined; count++) name = [`${base}${count}`].find(isFree);
    usedNames.add(`${name}Taken`);
    return `${name}Taken`;
  };
}

/**
 * Keys that no field covers. Keys without columns are skipped.
 * @param fields of the table, with its parent's
 * @param usedNames problem names in use; the new ones are added
 */
export function keysOf(keys: readonly CatalogKey[], fields: readonly GenField[], subject: Subject, usedNames: Set<string>): GenKey[] {
  const { chinese, english, line } = subject;
  for (const field of fields) usedNames.add(takenProblemName(subject, field));
  const nameOf = problemNamer(subject, usedNames);
  return uncoveredKeys(keys, fields).flatMap((key) => {
    const { constraint, columns, plain } = key;
    if (columns.length === 0) return [];
    const keyFields = columns.flatMap((column) => fields.find((field) => field.column === column) ?? []);
    const allLabels = columns.map((column): [string, string] => {
      const field = keyFields.find((each) => each.column === column);
      return field ? [field.label, lowerFirst(field.english)] : (STANDARD_LABELS[column] ?? [column, lowerFirst(sentenceCase(column))]);
    });
    // the parent of a line is omitted unless it is the only column
    const labelsWithoutParent = allLabels.filter(
      (_, at) => !line || STANDARD_LABELS[columns[at] ?? ''] || keyFields.some(({ column }) => column === columns[at]),
    );
    const words = labelsWithoutParent.length > 0 ? labelsWithoutParent : allLabels;
    const [labels, names] = [words.map(([label]) => label).join('、'), joinWithAnd(words.map(([, name]) => name))];
    return {
      constraint,
      problem: nameOf(key),
      columns,
      fields: keyFields.filter(({ insert, edit }) => insert || edit),
      plain: plain && isUnquotedName(constraint),
      chinese: line
        ? `${chinese}里有两行的${labels}相同，或与别的记录相同；逐行改成不同的`
        : `${labels}相同的${chinese}已有一个；${words.length > 1 ? '改其中一项' : `换一个${labels}`}`,
      english: line
        ? `Two lines have the same ${names}, or another record has; make each line’s its own`
        : `Another ${lowerFirst(english)} has the same ${names}; change ${words.length > 1 ? 'one of them' : 'it'}`,
    };
  });
}
