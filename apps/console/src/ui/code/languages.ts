import type { Extension } from '@codemirror/state';
import type { CodeLanguage } from '../code-editor.tsx';

export const grammars: Record<CodeLanguage, () => Promise<Extension>> = {
  json: async () => (await import('@codemirror/lang-json')).json(),
  tsx: async () => (await import('@codemirror/lang-javascript')).javascript({ jsx: true, typescript: true }),
  sql: async () => (await import('@codemirror/lang-sql')).sql({ dialect: (await import('@codemirror/lang-sql')).PostgreSQL }),
  plain: async () => [],
};
