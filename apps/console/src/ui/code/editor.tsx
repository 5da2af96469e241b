import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, foldGutter, indentOnInput } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { CodeEditorProps, CodeError } from '../code-editor.tsx';
import { editorTheme, grammars } from './codemirror-setup.ts';

const setErrors = StateEffect.define<readonly CodeError[]>();

const errorLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    let decorations = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setErrors)) continue;
      const { doc } = transaction.state;
      decorations = Decoration.set(
        effect.value
          .filter(({ line }) => line >= 1 && line <= doc.lines)
          .map(({ line, message }) => Decoration.line({ class: 'cm-fault', attributes: { title: message } }).range(doc.line(line).from)),
        true,
      );
    }
    return decorations;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const NO_ERRORS: readonly CodeError[] = [];

/** The lazy-loaded part of `CodeEditor`. */
export default function Editor({
  value,
  onChange,
  language,
  label,
  readOnly = false,
  errors = NO_ERRORS,
}: Omit<CodeEditorProps, 'height' | 'grow'>) {
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const reportChange = useEffectEvent((text: string) => onChange?.(text));
  const initialText = useEffectEvent(() => value);

  useEffect(() => {
    if (!container.current) return;
    const grammar = new Compartment();
    const editorView = new EditorView({
      parent: container.current,
      state: EditorState.create({
        doc: initialText(),
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
          EditorView.updateListener.of((update) => update.docChanged && reportChange(update.state.doc.toString())),
          errorLines,
          grammar.of([]),
          editorTheme,
        ],
      }),
    });
    view.current = editorView;
    let isUnmounted = false;
    void grammars[language]().then((extension) => !isUnmounted && editorView.dispatch({ effects: grammar.reconfigure(extension) }));
    return () => {
      isUnmounted = true;
      editorView.destroy();
    };
  }, [language, label, readOnly]);

  useEffect(() => {
    const editorView = view.current;
    if (!editorView || editorView.state.doc.toString() === value) return;
    editorView.dispatch({ changes: { from: 0, to: editorView.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const editorView = view.current;
    const first = errors[0];
    const line = first && editorView && first.line <= editorView.state.doc.lines ? editorView.state.doc.line(first.line) : undefined;
    editorView?.dispatch({ effects: [setErrors.of(errors), ...(line ? [EditorView.scrollIntoView(line.from, { y: 'center' })] : [])] });
  }, [errors]);

  return <div ref={container} className="contents" />;
}
