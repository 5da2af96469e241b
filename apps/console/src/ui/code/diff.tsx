import { unifiedMergeView } from '@codemirror/merge';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { CodeDiffProps } from '../code-diff.tsx';
import { grammars } from './languages.ts';
import { look } from './look.ts';

const marks = EditorView.theme({
  '.cm-changedLine': { backgroundColor: 'var(--good-ground)' },
  '.cm-changedText': { background: 'var(--good-line)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--grave-ground)', paddingLeft: '6px' },
  '.cm-deletedText': { background: 'var(--grave-line)' },
  '.cm-changedLineGutter': { backgroundColor: 'var(--good)' },
  '.cm-deletedLineGutter': { backgroundColor: 'var(--grave)' },
  '.cm-collapsedLines': { background: 'var(--fill)', color: 'var(--quiet)' },
});

/** The lazy-loaded part of `CodeDiff`. */
export default function Diff({ before, after, language, label, height = '100%' }: CodeDiffProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const grammar = new Compartment();
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: after,
        extensions: [
          lineNumbers(),
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true' }),
          unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: { margin: 3, minSize: 6 } }),
          grammar.of([]),
          look,
          marks,
        ],
      }),
    });
    let gone = false;
    void grammars[language]().then((found) => !gone && view.dispatch({ effects: grammar.reconfigure(found) }));
    return () => {
      gone = true;
      view.destroy();
    };
  }, [before, after, language, label]);
  return <div ref={place} className="code-editor" style={{ height }} />;
}
