import { unifiedMergeView } from '@codemirror/merge';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { CodeDiffProps } from '../code-editor.tsx';
import { editorTheme, grammars } from './codemirror-setup.ts';

const diffTheme = EditorView.theme({
  '.cm-changedLine': { backgroundColor: 'var(--success-ground)' },
  '.cm-changedText': { background: 'var(--success-line)' },
  '.cm-deletedChunk': { backgroundColor: 'var(--danger-ground)', paddingLeft: '6px' },
  '.cm-deletedText': { background: 'var(--danger-line)' },
  '.cm-changedLineGutter': { backgroundColor: 'var(--success)' },
  '.cm-deletedLineGutter': { backgroundColor: 'var(--danger)' },
  '.cm-collapsedLines': { background: 'var(--fill)', color: 'var(--muted)' },
});

/** The lazy-loaded part of `CodeDiff`. */
export default function Diff({ before, after, language, label }: CodeDiffProps) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!container.current) return;
    const grammar = new Compartment();
    const view = new EditorView({
      parent: container.current,
      state: EditorState.create({
        doc: after,
        extensions: [
          lineNumbers(),
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true' }),
          unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: { margin: 3, minSize: 6 } }),
          grammar.of([]),
          editorTheme,
          diffTheme,
        ],
      }),
    });
    let isUnmounted = false;
    void grammars[language]().then((extension) => !isUnmounted && view.dispatch({ effects: grammar.reconfigure(extension) }));
    return () => {
      isUnmounted = true;
      view.destroy();
    };
  }, [before, after, language, label]);
  return <div ref={container} className="contents" />;
}
