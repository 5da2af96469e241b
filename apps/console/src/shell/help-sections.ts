/** A document of the user guide. */
export interface GuideDocument {
  /** Name of the file; for a role its key in kebab case. */
  name: string;
  title: string;
  /** HTML before the first section. */
  introduction: string;
  sections: {
    id: string;
    title: string;
    /** Paths of the pages that it explains. */
    pages: string[];
    html: string;
  }[];
}

/** Role key of a document: `dealer-desk` is of the role `dealerDesk`. */
const roleOf = (name: string) => (name === 'administrator' ? 'admin' : name).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const explains = (page: string, path: string) => path === page || path.startsWith(`${page}/`);

/**
 * Id of the section that explains the page at `path`: the most specific page, then the documents of the user's roles, then the reading
 * order. Without one, the document of the user's role.
 */
export function sectionFor(documents: readonly GuideDocument[], path: string, roles: readonly string[]): string | undefined {
  const isOwn = ({ name }: GuideDocument) => roles.includes(roleOf(name));
  const ordered = [...documents.filter(isOwn), ...documents.filter((each) => !isOwn(each))];
  const found = ordered
    .flatMap(({ sections }) => sections)
    .flatMap(({ id, pages }) => pages.filter((page) => explains(page, path)).map((page) => ({ id, length: page.length })))
    .reduce<{ id: string; length: number } | undefined>((best, each) => (best && best.length >= each.length ? best : each), undefined);
  return found?.id ?? documents.find(isOwn)?.name;
}
