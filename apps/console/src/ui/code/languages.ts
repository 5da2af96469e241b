import type { Extension } from '@codemirror/state';
import type { CodeLanguage } from '../code-editor.tsx';

/** The grammar of a language, by itself: one that nobody shows is not loaded. */
export const grammars: Record<CodeLanguage, () => Promise<Extension>> = {
  json: async () => (await import('@codemirror/lang-json')).json(),
  tsx: async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true, typescript: true }),
  sql: async () => (await import('@codemirror/lang-sql')).sql({ dialect: (await import('@codemirror/lang-sql')).PostgreSQL }),
  plain: async () => [],
};
