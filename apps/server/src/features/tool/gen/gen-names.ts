/** Words that no field, noun or table may be called: the languages' own, and what every list, record or route says already. */
const RESERVED = new Set(
  [
    // of TypeScript
    'await break case catch class const continue debugger default delete do else enum export extends false finally for function if import in',
    'instanceof new null return super switch this throw true try typeof var void while with yield let static implements interface package',
    'private protected public undefined arguments eval async of type constructor prototype',
    // of SQL
    'all analyse analyze and any array as asc asymmetric both cast check collate column constraint create current_user desc distinct end except',
    'fetch foreign from grant group having initially intersect into lateral leading limit localtime not offset on only or order placing primary',
    'references returning select session_user some symmetric table then to trailing union unique user using variadic when where window',
    // of every list and answer
    'params paging page page_num page_size order_by_column is_asc code msg rows total problem begin_time end_time ids id',
    // of every module that is made
    'sql db scope queries found refusing written contains between list read add edit remove find insert update select visible resource',
  ].flatMap((line) => line.split(' ')),
);

/** `name` in snake case. Names that JavaScript gives every object are none, either. */
export const isReserved = (name: string) => RESERVED.has(name) || name.startsWith('__') || name in Object.prototype;
