/** PostgreSQL keywords that need quotes as identifiers. Generated statements do not quote. */
const SQL_KEYWORDS = new Set(
  [
    'all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create current_catalog current_date',
    'current_role current_time current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign from',
    'grant group having in initially intersect into lateral leading limit localtime localtimestamp not null offset on only or order placing',
    'primary references returning select session_user some symmetric system_user table then to trailing true union unique user using variadic',
    'when where window with authorization binary collation concurrently cross current_schema freeze full ilike inner is isnull join left like',
    'natural notnull outer overlaps right similar tablesample verbose',
  ].flatMap((line) => line.split(' ')),
);

/** Names that fields and nouns cannot have: keywords, and names in every list, record or route. */
const RESERVED = new Set(
  [
    // TypeScript
    'await break case catch class const continue debugger default delete do else enum export extends false finally for function if import in',
    'instanceof new null return super switch this throw true try typeof var void while with yield let static implements interface package',
    'private protected public undefined arguments eval async of type constructor prototype',
    // lists and answers
    'params paging page page_num page_size order_by_column is_asc code msg rows total problem begin_time end_time ids id',
    // generated modules
    'sql db scope queries found refusing written contains between list read add edit remove find insert update select visible resource',
  ].flatMap((line) => line.split(' ')),
);

/** `name` in snake case. Properties of `Object.prototype` are reserved too. */
export const isReserved = (name: string) => RESERVED.has(name) || isSqlWord(name) || name.startsWith('__') || name in Object.prototype;

export const isSqlWord = (name: string) => SQL_KEYWORDS.has(name);

/** Folders next to the domains that contain no nouns. */
const FOLDERS = new Set(['core', 'words', 'test']);
/** Whether a folder of that name is not a domain. */
export const isFolder = (domain: string) => FOLDERS.has(domain);
