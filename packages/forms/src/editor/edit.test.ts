import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormDoc } from '../schema.ts';
import { anyCommands, statesOf } from '../test/generators.ts';
import { edit } from './edit.ts';
import { isRefusal, MAX_STEPS, startEditor } from './state.ts';

describe('form designer', () => {
  it('restores the document by undo and redo after any sequence of commands', () => {
    fc.assert(
      fc.property(anyCommands, (commands) => {
        const end = statesOf(commands).at(-1)!;
        let state = end;
        for (let steps = end.past.length; steps > 0; steps--) state = edit(state, { do: 'undo' }, 0);
        expect(state.doc).toEqual(startEditor().doc);
        expect(state.past).toEqual([]);
        // undo and redo add no history steps, so all of them can be redone
        for (let steps = end.past.length; steps > 0; steps--) state = edit(state, { do: 'redo' }, 0);
        expect(state.doc).toEqual(end.doc);
        expect(state.future).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('never creates a document that cannot be saved', () => {
    fc.assert(
      fc.property(anyCommands, (commands) => {
        for (const { doc, selection } of statesOf(commands)) {
          const outcome = FormDoc.safeParse(doc);
          expect(outcome.error?.issues).toBeUndefined();
          expect(outcome.data).toEqual(doc);
          expect(new Set(selection).size).toBe(selection.length);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('leaves the document unchanged when it refuses a command', () => {
    fc.assert(
      fc.property(anyCommands, (commands) => {
        const states = statesOf(commands);
        states.slice(1).forEach((state, index) => {
          if (state.message && isRefusal(state.message) && state.message !== states[index]!.message)
            expect(state.doc).toBe(states[index]!.doc);
        });
      }),
      { numRuns: 100 },
    );
  });

  it('keeps a hundred undo steps', () => {
    let state = startEditor();
    for (let count = 0; count < 130; count++) state = edit(state, { do: 'add', type: 'input', words: { label: 'x' } }, count * 1000);
    expect(state.past).toHaveLength(MAX_STEPS);
    for (let count = 0; count < 130; count++) state = edit(state, { do: 'undo' }, 0);
    expect(state.doc.fields).toHaveLength(30);
    expect(state.message?.what).toBe('nothingToUndo');
  });
});
