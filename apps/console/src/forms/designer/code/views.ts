import { type FormDoc, readDocJson, readDocModule, type TextOutcome, toFg, writeJson, writeModule, writeTsx } from '@suyuan/forms';
import type { CodeLanguage } from '../../../ui/code-editor.tsx';

export interface CodeView {
  language: CodeLanguage;
  extension: string;
  write: (doc: FormDoc) => Promise<string>;
  /** Absent for export-only formats. */
  read?: (text: string) => Promise<TextOutcome>;
}

/** Loads the parser on demand. It only parses; typed code never runs. */
async function loadParser() {
  const { parse } = await import('acorn');
  return (source: string) => parse(source, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
}

export const views = {
  module: {
    language: 'tsx',
    extension: 'js',
    write: async (doc) => writeModule(doc),
    read: async (text) => readDocModule(text, await loadParser()),
  },
  json: {
    language: 'json',
    extension: 'json',
    write: async (doc) => writeJson(doc),
    read: async (text) => readDocJson(text),
  },
  tsx: { language: 'tsx', extension: 'tsx', write: async (doc) => writeTsx(doc) },
  fg: { language: 'json', extension: 'json', write: async (doc) => writeJson(toFg(doc)) },
} as const satisfies Record<string, CodeView>;

export type ViewName = keyof typeof views;
