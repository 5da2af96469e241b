/**
 * Parser for regular expressions. Single-character parts keep their source, because the host's engine tests them in constant time.
 * Constructs that need unbounded memory are refused.
 */
export type Syntax =
  | { kind: 'one'; text: string }
  | { kind: 'all'; parts: Syntax[] }
  | { kind: 'any'; parts: Syntax[] }
  | { kind: 'repeat'; part: Syntax; least: number; most: number }
  | { kind: 'edge'; at: '^' | '$' | 'b' | 'B' }
  | { kind: 'look'; part: Syntax; negative: boolean };

export type PatternRefusal = 'notAPattern' | 'backReference' | 'lookBehind' | 'unusual' | 'tooLarge';

export class PatternError extends Error {
  readonly refusal: PatternRefusal;
  constructor(refusal: PatternRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** @param body a pattern that the host accepts; only the structure is parsed */
export function readSyntax(body: string, unicode: boolean): Syntax {
  let at = 0;
  const take = (text: string) => {
    if (!body.startsWith(text, at)) return false;
    at += text.length;
    return true;
  };
  const takeMatch = (shape: RegExp): string | undefined => {
    shape.lastIndex = at;
    const text = shape.exec(body)?.[0];
    if (text !== undefined) at += text.length;
    return text;
  };

  const any = (): Syntax => {
    const parts = [all()];
    while (take('|')) parts.push(all());
    return parts.length === 1 ? parts[0]! : { kind: 'any', parts };
  };

  const all = (): Syntax => {
    const parts: Syntax[] = [];
    while (at < body.length && body[at] !== '|' && body[at] !== ')') parts.push(repeated(atom()));
    return { kind: 'all', parts };
  };

  const repeated = (part: Syntax): Syntax => {
    const quantifier = takeMatch(/[*+?]|\{\d+(,\d*)?\}/y);
    if (quantifier === undefined) return part;
    take('?');
    if (part.kind === 'look' || part.kind === 'edge') throw new PatternError('unusual');
    const [least, most] = bounds(quantifier);
    return { kind: 'repeat', part, least, most };
  };

  const atom = (): Syntax => {
    if (take('^')) return { kind: 'edge', at: '^' };
    if (take('$')) return { kind: 'edge', at: '$' };
    if (take('(?=')) return { kind: 'look', part: closed(any()), negative: false };
    if (take('(?!')) return { kind: 'look', part: closed(any()), negative: true };
    if (body.startsWith('(?<=', at) || body.startsWith('(?<!', at)) throw new PatternError('lookBehind');
    if (take('(?:') || takeMatch(/\(\?<[^>]+>/y)) return closed(any());
    if (body.startsWith('(?', at)) throw new PatternError('unusual');
    if (take('(')) return closed(any());
    if (body[at] === '\\') return escaped();
    // a class ends at the first unescaped bracket
    const set = takeMatch(/\[(?:[^\]\\]|\\[\s\S])*\]/y);
    if (set !== undefined) return { kind: 'one', text: set };
    const text = unicode ? String.fromCodePoint(body.codePointAt(at)!) : body[at]!;
    at += text.length;
    // unmatched braces and brackets are literals
    return { kind: 'one', text: /[{}\]]/.test(text) ? `\\${text}` : text };
  };

  const closed = (part: Syntax): Syntax => {
    if (!take(')')) throw new PatternError('notAPattern');
    return part;
  };

  const escaped = (): Syntax => {
    if (take('\\b')) return { kind: 'edge', at: 'b' };
    if (take('\\B')) return { kind: 'edge', at: 'B' };
    if (/\\(?:[1-9k])/y.test(body.slice(at, at + 2))) throw new PatternError('backReference');
    if (/^\\(?:0\d|c[^A-Za-z]|c$)/.test(body.slice(at, at + 3))) throw new PatternError('unusual');
    const text = unicode
      ? takeMatch(
          /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]+\}|x[\da-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]+\}|[\s\S])/y,
        )
      : takeMatch(/\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[\s\S])/y);
    if (text === undefined) throw new PatternError('notAPattern');
    return { kind: 'one', text };
  };

  const whole = any();
  if (at < body.length) throw new PatternError('notAPattern');
  return whole;
}

function bounds(quantifier: string): [least: number, most: number] {
  if (quantifier === '*') return [0, Number.POSITIVE_INFINITY];
  if (quantifier === '+') return [1, Number.POSITIVE_INFINITY];
  if (quantifier === '?') return [0, 1];
  const [least, most] = quantifier.slice(1, -1).split(',') as [string, string?];
  return [Number(least), most === undefined ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most)];
}
