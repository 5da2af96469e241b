/** What PostgreSQL takes as a name of a table or column within quotes only; statements that are made have none. */
const SQL = new Set(
  [
    'all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create current_catalog current_date',
    'current_role current_time current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign from',
    'grant group having in initially intersect into lateral leading limit localtime localtimestamp not null offset on only or order placing',
    'primary references returning select session_user some symmetric system_user table then to trailing true union unique user using variadic',
    'when where window with authorization binary collation concurrently cross current_schema freeze full ilike inner is isnull join left like',
    'natural notnull outer overlaps right similar tablesample verbose',
  ].flatMap((line) => line.split(' ')),
);

/** Words that no field or noun may be called: the languages' own, and what every list, record or route says already. */
const RESERVED = new Set(
  [
    // of TypeScript
    'await break case catch class const continue debugger default delete do else enum export extends false finally for function if import in',
    'instanceof new null return super switch this throw true try typeof var void while with yield let static implements interface package',
    'private protected public undefined arguments eval async of type constructor prototype',
    // of every list and answer
    'params paging page page_num page_size order_by_column is_asc code msg rows total problem begin_time end_time ids id',
    // of every module that is made
    'sql db scope queries found refusing written contains between list read add edit remove find insert update select visible resource',
  ].flatMap((line) => line.split(' ')),
);

/** `name` in snake case. Names that JavaScript gives every object are none, either. */
export const isReserved = (name: string) => RESERVED.has(name) || isSqlWord(name) || name.startsWith('__') || name in Object.prototype;

/** Whether a table or column of this name needs quotes. */
export const isSqlWord = (name: string) => SQL.has(name);

/** Folders beside the domains, which hold no nouns. */
const FOLDERS = new Set(['core', 'words', 'test']);
/** Whether the house has a folder of that name which is no domain. */
export const isFolder = (domain: string) => FOLDERS.has(domain);
