import { Tooltip } from 'antd';

const letters = new Intl.Segmenter('zh', { granularity: 'grapheme' });

/** 1 for ASCII, 2 for any other grapheme. */
const widthOfLetter = (letter: string) => (/^\p{ASCII}+$/u.test(letter) ? 1 : 2);

/** The width of a text in ASCII letters. */
export const widthOf = (text: string): number =>
  [...letters.segment(text)].reduce((width, { segment }) => width + widthOfLetter(segment), 0);

/** Longest prefix of a text that is at most `width` wide, cut between graphemes. */
export function truncate(text: string, width: number): string {
  let remaining = width;
  let prefix = '';
  for (const { segment } of letters.segment(text)) {
    remaining -= widthOfLetter(segment);
    if (remaining < 0) break;
    prefix += segment;
  }
  return prefix;
}

/** Width in ASCII letters; wide characters count two. Screen readers get the full text. */
export function Ellipsis({ children, width }: { children: string; width: number }) {
  if (widthOf(children) <= width) return <>{children}</>;
  return (
    <Tooltip title={children} trigger={['hover', 'focus']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the full text too */}
      <span className="whitespace-nowrap" tabIndex={0}>
        <span aria-hidden="true">{truncate(children, width - 1)}…</span>
        <span className="sr-only">{children}</span>
      </span>
    </Tooltip>
  );
}
