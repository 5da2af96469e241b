import type { CatalogKey } from './generator-catalog.queries.ts';
import type { GenField } from './generator-field.ts';
import { isPlain } from './generator-field.ts';
import { pascal, spelled } from './generator-guess.ts';

/** What no two rows have alike, of several columns or of some rows only: what one column says by itself is its field's `unique`. */
export interface GenKey {
  constraint: string;
  /** Name of the refusal, e.g. `shelfRowPlaceTaken`. */
  problem: string;
  columns: string[];
  /** Fields of these columns that the form has. */
  fields: GenField[];
  /** Columns and nothing else, so that the migration repeats it; any other has to be written there by hand. */
  plain: boolean;
  chinese: string;
  english: string;
}

/** How columns that every table may have are called in a sentence; those of nobody's concern are left out. */
const BASE: Record<string, [chinese: string, english: string]> = {
  dept_id: ['部门', 'department'],
  create_by: ['创建人', 'person who made it'],
  parent_id: ['上级', 'record above'],
};

const lower = (text: string) => text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
const listed = (names: readonly string[]) => [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');

/** What a refusal is about: the record, or one of its lines. */
interface Subject {
  noun: string;
  chinese: string;
  english: string;
  line: boolean;
}

/** `postCodeTaken`: the field's name says the noun already, or is told it; a line's is told that it is one's. */
export function takenOf({ noun }: Pick<Subject, 'noun'>, { name, line }: Pick<GenField, 'name' | 'line'>): string {
  const capital = name.replace(/^./, (letter) => letter.toUpperCase());
  if (line) return `${noun}Line${capital}Taken`;
  return `${name.startsWith(noun) && name !== noun ? name : `${noun}${capital}`}Taken`;
}

const unsaid = (keys: readonly CatalogKey[], fields: readonly GenField[]) => {
  const said = new Set(fields.map(({ unique }) => unique));
  return keys.filter(({ constraint }) => !said.has(constraint));
};

/** Keys that the migration cannot repeat, by their constraints: of expressions, of some rows only, of no column at all. */
export const byHandOf = (keys: readonly CatalogKey[], fields: readonly GenField[]): string[] =>
  unsaid(keys, fields).flatMap(({ constraint, plain }) => (plain && isPlain(constraint) ? [] : [constraint]));

/**
 * Names of refusals, no two alike. A field's is the field's alone, also where it is not unique: its sentence says the value, which
 * that of a key has not, and a sentence that the house has stays when the key becomes the field's or the other way about.
 */
function naming({ noun, line }: Subject, taken: Set<string>) {
  const root = `${noun}${line ? 'Line' : ''}`;
  return ({ constraint, columns }: CatalogKey): string => {
    const spoken = pascal(constraint.replace(/[^A-Za-z0-9]+/g, '_'));
    const own = lower(spoken);
    const base = own.startsWith(root) ? own : `${root}${spoken}`;
    const free = (name: string) => !taken.has(`${name}Taken`);
    let name = [`${root}${columns.map(pascal).join('')}`, base].find(free);
    for (let count = 2; name === undefined; count++) name = [`${base}${count}`].find(free);
    taken.add(`${name}Taken`);
    return `${name}Taken`;
  };
}

/**
 * The keys of a table that its fields do not say themselves; of one without a column there is nothing to say.
 * @param fields of the table, its parent's among them @param taken names of refusals that are given already; those of the keys join them
 */
export function keysOf(keys: readonly CatalogKey[], fields: readonly GenField[], subject: Subject, taken: Set<string>): GenKey[] {
  const { chinese, english, line } = subject;
  for (const field of fields) taken.add(takenOf(subject, field));
  const nameOf = naming(subject, taken);
  return unsaid(keys, fields).flatMap((key) => {
    const { constraint, columns, plain } = key;
    if (columns.length === 0) return [];
    const own = columns.flatMap((column) => fields.find((field) => field.column === column) ?? []);
    const every = columns.map((column): [string, string] => {
      const field = own.find((each) => each.column === column);
      return field ? [field.label, lower(field.english)] : (BASE[column] ?? [column, lower(spelled(column))]);
    });
    // what a line belongs to goes without saying, unless it is all there is
    const most = every.filter((_, at) => !line || BASE[columns[at] ?? ''] || own.some(({ column }) => column === columns[at]));
    const words = most.length > 0 ? most : every;
    const [labels, names] = [words.map(([label]) => label).join('、'), listed(words.map(([, name]) => name))];
    return {
      constraint,
      problem: nameOf(key),
      columns,
      fields: own.filter(({ insert, edit }) => insert || edit),
      plain: plain && isPlain(constraint),
      chinese: line
        ? `${chinese}里有两行的${labels}相同，或与别的记录相同；逐行改成不同的`
        : `${labels}相同的${chinese}已有一个；${words.length > 1 ? '改其中一项' : `换一个${labels}`}`,
      english: line
        ? `Two lines have the same ${names}, or another record has; make each line’s its own`
        : `Another ${lower(english)} has the same ${names}; change ${words.length > 1 ? 'one of them' : 'it'}`,
    };
  });
}
