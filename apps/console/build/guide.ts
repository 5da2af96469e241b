import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { marked, type Token } from 'marked';
import type { Plugin } from 'vite';

const guideDir = path.join(import.meta.dirname, '../../../docs/guide');

/** Documents of the guide in reading order. */
const documentNames = ['planner', 'approver', 'printing', 'warehouse', 'quality', 'dealer-desk', 'inspector', 'administrator', 'glossary'];

const MODULE = /^virtual:guide\/(zh-CN|en-US)$/;

/** Below a heading: paths of the pages that the section explains. */
const PAGES_COMMENT = /^<!-- pages: (.+?) -->\s*$/;

/** Of all pictures, so that they take their place before they load. */
const PICTURE_SIZE = 'width="1184" height="740"';

interface Section {
  id: string;
  title: string;
  pages: string[];
  html: string;
}

/** Compiles `docs/guide/<language>` to a module with an array of documents. Their pictures are files of the build. */
export function guide(): Plugin {
  return {
    name: 'suyuan-guide',
    resolveId: (id) => (MODULE.test(id) ? `\0${id}` : undefined),
    load(id) {
      const language = MODULE.exec(id.replace('\0', ''))?.[1];
      if (!language) return undefined;
      const { files, pictures, documents } = readGuide(language);
      for (const file of files) this.addWatchFile(file);
      const imports = pictures.map((picture, index) => `import picture${index} from ${JSON.stringify(`${picture}?no-inline`)};`);
      return `${imports.join('\n')}\nexport default ${withPictures(JSON.stringify(documents))};`;
    },
  };
}

/** The guide in one language. Its HTML names picture n as `@@picture<n>@@`. */
export function readGuide(language: string) {
  const pictures: string[] = [];
  const files = documentNames.map((name) => path.join(guideDir, language, `${name}.md`));
  const documents = files.map((file) =>
    documentOf(path.basename(file, '.md'), readFileSync(file, 'utf8'), (href) => {
      const picture = path.resolve(path.dirname(file), href);
      if (!existsSync(picture)) throw new Error(`${file} shows ${href}, which does not exist`);
      if (!pictures.includes(picture)) pictures.push(picture);
      return `picture${pictures.indexOf(picture)}`;
    }),
  );
  return { files, pictures, documents };
}

/** @param nameOf name of the variable with the URL of a picture */
function documentOf(name: string, text: string, nameOf: (href: string) => string) {
  const tokens = marked.lexer(text);
  const [heading] = tokens;
  if (heading?.type !== 'heading' || heading.depth !== 1) throw new Error(`${name}.md starts with a title`);
  const sections: (Omit<Section, 'html'> & { tokens: Token[] })[] = [];
  const introduction: Token[] = [];
  for (const token of tokens.slice(1)) {
    const section = sections.at(-1);
    const pages = token.type === 'html' ? PAGES_COMMENT.exec(token.raw.trim())?.[1] : undefined;
    if (token.type === 'heading' && token.depth === 2)
      sections.push({ id: `${name}-${sections.length + 1}`, title: token.text, pages: [], tokens: [] });
    else if (section && pages) section.pages.push(...pages.split(' '));
    else (section?.tokens ?? introduction).push(token);
  }
  const htmlOf = (parts: Token[]) =>
    marked.parser(parts).replace(/src="([^"]+)"/g, (_, href) => `src="@@${nameOf(href)}@@" ${PICTURE_SIZE}`);
  return {
    name,
    title: heading.text,
    introduction: htmlOf(introduction),
    sections: sections.map(({ tokens: parts, ...section }): Section => ({ ...section, html: htmlOf(parts) })),
  };
}

/** Replaces each placeholder within a string literal by the variable. */
const withPictures = (code: string) => code.replace(/@@(picture\d+)@@/g, (_, name) => `"+${name}+"`);
