import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { CodeLanguage } from '../code-editor.tsx';

export const grammars: Record<CodeLanguage, () => Promise<Extension>> = {
  json: async () => (await import('@codemirror/lang-json')).json(),
  tsx: async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true, typescript: true }),
  sql: async () => (await import('@codemirror/lang-sql')).sql({ dialect: (await import('@codemirror/lang-sql')).PostgreSQL }),
  plain: async () => [],
};

/** Uses only variables of look.css, so it follows light and dark mode. */
export const editorTheme = [
  EditorView.theme({
    '&': { height: '100%', fontSize: '13px', backgroundColor: 'var(--surface)', color: 'var(--ink)' },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px' },
    '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
    '.cm-cursor': { borderLeftColor: 'var(--ink)' },
    '.cm-gutters': { backgroundColor: 'var(--fill)', color: 'var(--muted)', border: '0', borderRight: '1px solid var(--line)' },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: 'var(--primary-ground)',
    },
    '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--track)', outline: '1px solid var(--edge)' },
    '.cm-panels': { backgroundColor: 'var(--fill)', color: 'var(--ink)' },
    '.cm-searchMatch': { backgroundColor: 'var(--warning-ground)', outline: '1px solid var(--warning-line)' },
    '.cm-searchMatch-selected': { backgroundColor: 'var(--warning-line)' },
    '.cm-foldPlaceholder': { backgroundColor: 'var(--track)', border: '0', color: 'var(--muted)' },
    '.cm-fault': { backgroundColor: 'var(--danger-ground)', boxShadow: 'inset 3px 0 var(--danger)' },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--tone-diversion)' },
      { tag: [tags.string, tags.regexp, tags.special(tags.string)], color: 'var(--success)' },
      { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--warning)' },
      { tag: [tags.propertyName, tags.attributeName], color: 'var(--primary-ink)' },
      { tag: [tags.typeName, tags.className, tags.tagName], color: 'var(--tone-frozen)' },
      { tag: [tags.comment, tags.meta], color: 'var(--muted)', fontStyle: 'italic' },
    ]),
  ),
];
