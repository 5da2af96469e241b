import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, foldGutter, indentOnInput } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { CodeEditorProps, CodeFault } from '../code-editor.tsx';
import { grammars } from './languages.ts';
import { look } from './look.ts';

const setFaults = StateEffect.define<readonly CodeFault[]>();

const faultLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let now = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setFaults)) continue;
      const { doc } = transaction.state;
      now = Decoration.set(
        effect.value
          .filter(({ line }) => line >= 1 && line <= doc.lines)
          .map(({ line, message }) => Decoration.line({ class: 'cm-fault', attributes: { title: message } }).range(doc.line(line).from)),
        true,
      );
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const none: readonly CodeFault[] = [];

/** The lazy-loaded part of `CodeEditor`. */
export default function Editor({ value, onChange, language, label, readOnly = false, faults = none, height = '100%' }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const changed = useEffectEvent((text: string) => onChange?.(text));
  const begin = useEffectEvent(() => value);

  useEffect(() => {
    if (!place.current) return;
    const grammar = new Compartment();
    const own = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: begin(),
        extensions: [
          lineNumbers(),
          foldGutter(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          highlightSelectionMatches(),
          ...(readOnly ? [EditorState.readOnly.of(true)] : [history(), highlightActiveLine()]),
          keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': String(readOnly) }),
          EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
          faultLines,
          grammar.of([]),
          look,
        ],
      }),
    });
    view.current = own;
    let gone = false;
    void grammars[language]().then((found) => !gone && own.dispatch({ effects: grammar.reconfigure(found) }));
    return () => {
      gone = true;
      own.destroy();
    };
  }, [language, label, readOnly]);

  useEffect(() => {
    const own = view.current;
    if (!own || own.state.doc.toString() === value) return;
    own.dispatch({ changes: { from: 0, to: own.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const own = view.current;
    const first = faults[0];
    const line = first && own && first.line <= own.state.doc.lines ? own.state.doc.line(first.line) : undefined;
    own?.dispatch({ effects: [setFaults.of(faults), ...(line ? [EditorView.scrollIntoView(line.from, { y: 'center' })] : [])] });
  }, [faults]);

  return <div ref={place} className="code-editor" style={{ height }} />;
}
