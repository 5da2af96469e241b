import { PatternError, type Syntax } from './syntax.ts';

/** States of one machine, at most. Each costs one look a character. */
const MOST_STATES = 2000;

type State =
  | { kind: 'end' }
  | { kind: 'one'; fits: (character: string) => boolean; out: number }
  | { kind: 'fork'; outs: number[] }
  | { kind: 'edge'; at: '^' | '$' | 'b' | 'B'; out: number }
  | { kind: 'look'; start: number; negative: boolean; out: number };

/** Tells whether `text` has a match anywhere, in time that grows with its length times the states and never faster. */
export type Machine = (text: string) => boolean;

/** @param flags of i, m, s, u */
export function machineOf(syntax: Syntax, flags: string): Machine {
  const states: State[] = [];
  /** States in groups: what stands within a look ahead is known before what asks for it. */
  const layers: number[][] = [];
  let layer: number[] = [];

  const add = (state: State): number => {
    if (states.length >= MOST_STATES) throw new PatternError('tooLarge');
    layer.push(states.push(state) - 1);
    return states.length - 1;
  };

  /** The first state of `part`, which goes on at `out`. */
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
    for (let count = 0; count < least; count++) next = build(part, next);
    return next;
  };

  const start = build(syntax, add({ kind: 'end' }));
  layers.push(layer);
  return (text) => run(states, layers, start, text, flags);
}

/** Asks the host about one character at a time, and remembers what it said. */
function single(text: string, flags: string): (character: string) => boolean {
  const host = new RegExp(`^(?:${text})$`, flags.replace('m', ''));
  const known = new Map<string, boolean>();
  return (character) => {
    const fits = known.get(character) ?? host.test(character);
    known.set(character, fits);
    return fits;
  };
}

const LINE_END = /[\n\r\u2028\u2029]/;

/** From the last character to the first: which states lead to an end from here on. */
function run(states: readonly State[], layers: readonly number[][], start: number, text: string, flags: string): boolean {
  const characters = flags.includes('u') ? [...text] : text.split('');
  const lines = flags.includes('m');
  const word = new RegExp('^\\w$', flags.replace('m', ''));
  const isWord = (at: number) => at >= 0 && at < characters.length && word.test(characters[at]!);
  const isEdge = (edge: '^' | '$' | 'b' | 'B', at: number) => {
    if (edge === '^') return at === 0 || (lines && LINE_END.test(characters[at - 1]!));
    if (edge === '$') return at === characters.length || (lines && LINE_END.test(characters[at]!));
    return (isWord(at - 1) !== isWord(at)) === (edge === 'b');
  };
  const into = sources(states);
  let next = new Uint8Array(states.length);
  for (let at = characters.length; at >= 0; at--) {
    const now = new Uint8Array(states.length);
    const opens = (state: State): boolean => {
      if (state.kind === 'edge') return isEdge(state.at, at);
      return state.kind === 'look' ? (now[state.start] === 1) !== state.negative : true;
    };
    for (const layer of layers) {
      const reached: number[] = [];
      for (const index of layer) {
        const state = states[index]!;
        const isEnd = state.kind === 'end';
        const steps = state.kind === 'one' && at < characters.length && next[state.out] === 1 && state.fits(characters[at]!);
        if (isEnd || steps) reached.push(index);
      }
      while (reached.length > 0) {
        const index = reached.pop()!;
        if (now[index] === 1) continue;
        now[index] = 1;
        for (const from of into[index]!) if (now[from] === 0 && opens(states[from]!)) reached.push(from);
      }
    }
    if (now[start] === 1) return true;
    next = now;
  }
  return false;
}

/** Which states lead to each without a character. */
function sources(states: readonly State[]): number[][] {
  const into: number[][] = states.map(() => []);
  states.forEach((state, index) => {
    if (state.kind === 'fork') for (const out of state.outs) into[out]!.push(index);
    if (state.kind === 'edge' || state.kind === 'look') into[state.out]!.push(index);
  });
  return into;
}
