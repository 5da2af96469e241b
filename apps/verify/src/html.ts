/** Trusted HTML. All other values in a template are escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | null | undefined | false | Part[];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** For element content and quoted attributes. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

function said(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(said).join('');
  return part === null || part === undefined || part === false ? '' : escaped(String(part));
}

/** Escapes all values except `Html`. Undefined, null and false render nothing. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(texts.reduce((before, text, index) => before + said(parts[index - 1]) + text));
