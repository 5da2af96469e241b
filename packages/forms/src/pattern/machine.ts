import { PatternError, type Syntax } from './syntax.ts';

/** Maximum states of one automaton. Each state costs one step per character. */
const MOST_STATES = 2000;

type State =
  | { kind: 'end' }
  | { kind: 'one'; fits: (character: string) => boolean; out: number }
  | { kind: 'fork'; outs: number[] }
  | { kind: 'edge'; at: '^' | '$' | 'b' | 'B'; out: number }
  | { kind: 'look'; start: number; negative: boolean; out: number };

/** Finds a match anywhere, in time proportional to text length times `size`. */
export interface Machine {
  size: number;
  finds(text: string): boolean;
}

/** @param flags of i, m, s, u */
export function machineOf(syntax: Syntax, flags: string): Machine {
  const states: State[] = [];
  /** States by layer: a lookahead's states run before the states that depend on it. */
  const layers: number[][] = [];
  let layer: number[] = [];

  const add = (state: State): number => {
    if (states.length >= MOST_STATES) throw new PatternError('tooLarge');
    layer.push(states.push(state) - 1);
    return states.length - 1;
  };

  /** Returns the first state of `part`, which continues at `out`. */
  const build = (part: Syntax, out: number): number => {
    switch (part.kind) {
      case 'one':
        return add({ kind: 'one', fits: single(part.text, flags), out });
      case 'edge':
        return add({ kind: 'edge', at: part.at, out });
      case 'all':
        return part.parts.reduceRight((next, each) => build(each, next), out);
      case 'any':
        return add({ kind: 'fork', outs: part.parts.map((each) => build(each, out)) });
      case 'look': {
        const outer = layer;
        layer = [];
        const start = build(part.part, add({ kind: 'end' }));
        layers.push(layer);
        layer = outer;
        return add({ kind: 'look', start, negative: part.negative, out });
      }
      case 'repeat':
        return repeat(part, out);
    }
  };

  const repeat = ({ part, least, most }: Extract<Syntax, { kind: 'repeat' }>, out: number): number => {
    if (least > MOST_STATES || (most !== Number.POSITIVE_INFINITY && most > MOST_STATES)) throw new PatternError('tooLarge');
    let next = out;
    if (most === Number.POSITIVE_INFINITY) {
      const fork: State = { kind: 'fork', outs: [out] };
      next = add(fork);
      fork.outs.push(build(part, next));
    } else for (let count = least; count < most; count++) next = add({ kind: 'fork', outs: [out, build(part, next)] });
    for (let count = 0; count < least; count++) {
      const start = build(part, next);
      // An empty part adds no state, so the limit would not stop nested repetitions of it.
      if (start === next) break;
      next = start;
    }
    return next;
  };

  const start = build(syntax, add({ kind: 'end' }));
  layers.push(layer);
  const plan = planOf(states, layers, start, flags);
  return { size: states.length, finds: (text) => run(plan, text) };
}

const MOST_KNOWN = 1000;

/** Tests single characters with the host's regex engine and caches results. */
function single(text: string, flags: string): (character: string) => boolean {
  const host = new RegExp(`^(?:${text})$`, flags.replace('m', ''));
  const resultsByCharacter = new Map<string, boolean>();
  return (character) => {
    const fits = resultsByCharacter.get(character) ?? host.test(character);
    if (resultsByCharacter.size > MOST_KNOWN) resultsByCharacter.clear();
    resultsByCharacter.set(character, fits);
    return fits;
  };
}

const LINE_END = /[\n\r\u2028\u2029]/;

interface Plan {
  states: readonly State[];
  start: number;
  unicode: boolean;
  lines: boolean;
  /** Matches one word character under the pattern's flags. */
  word: RegExp;
  layer: Uint16Array;
  layers: number;
  ends: readonly number[];
  /** Predecessors of each state, by a character and without one. */
  byCharacter: readonly number[][];
  atOnce: readonly number[][];
}

function planOf(states: readonly State[], layers: readonly number[][], start: number, flags: string): Plan {
  const [byCharacter, atOnce]: [number[][], number[][]] = [states.map(() => []), states.map(() => [])];
  const layer = new Uint16Array(states.length);
  layers.forEach((indices, number) => {
    for (const index of indices) layer[index] = number;
  });
  states.forEach((state, index) => {
    if (state.kind === 'one') byCharacter[state.out]!.push(index);
    if (state.kind === 'fork') for (const out of state.outs) atOnce[out]!.push(index);
    if (state.kind === 'edge' || state.kind === 'look') atOnce[state.out]!.push(index);
  });
  const ends = states.flatMap(({ kind }, index) => (kind === 'end' ? [index] : []));
  const [unicode, lines] = [flags.includes('u'), flags.includes('m')];
  return {
    states,
    start,
    unicode,
    lines,
    word: new RegExp('^\\w$', flags.replace('m', '')),
    layer,
    layers: layers.length,
    ends,
    byCharacter,
    atOnce,
  };
}

/** Runs backwards from the last character and computes the states that can reach an end. */
function run({ states, start, unicode, lines, word, layer, layers, ends, byCharacter, atOnce }: Plan, text: string): boolean {
  const characters = unicode ? [...text] : text.split('');
  const isWord = (at: number) => at >= 0 && at < characters.length && word.test(characters[at]!);
  const isEdge = (edge: '^' | '$' | 'b' | 'B', at: number) => {
    if (edge === '^') return at === 0 || (lines && LINE_END.test(characters[at - 1]!));
    if (edge === '$') return at === characters.length || (lines && LINE_END.test(characters[at]!));
    return (isWord(at - 1) !== isWord(at)) === (edge === 'b');
  };
  /** Position where a state was last reached; a lookahead needs the current one. */
  const reachedAt = new Int32Array(states.length).fill(-1);
  let next: number[] = [];
  for (let at = characters.length; at >= 0; at--) {
    const opens = (state: State): boolean => {
      if (state.kind === 'edge') return isEdge(state.at, at);
      return state.kind === 'look' ? (reachedAt[state.start] === at) !== state.negative : true;
    };
    const reached: number[][] = Array.from({ length: layers }, () => []);
    for (const index of ends) reached[layer[index]!]!.push(index);
    const character = characters[at];
    if (character !== undefined)
      for (const out of next)
        for (const index of byCharacter[out]!) {
          const state = states[index]!;
          if (state.kind === 'one' && state.fits(character)) reached[layer[index]!]!.push(index);
        }
    const now: number[] = [];
    for (const waiting of reached)
      while (waiting.length > 0) {
        const index = waiting.pop()!;
        if (reachedAt[index] === at) continue;
        reachedAt[index] = at;
        now.push(index);
        for (const from of atOnce[index]!) if (reachedAt[from] !== at && opens(states[from]!)) waiting.push(from);
      }
    if (reachedAt[start] === at) return true;
    next = now;
  }
  return false;
}
