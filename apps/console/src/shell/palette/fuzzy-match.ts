/** The first character of each initial in pinyin order. Characters that sort before the first one are not Chinese. */
const FIRST_CHARACTERS = '阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥仨他穵夕丫帀';
const INITIALS = 'abcdefghjklmnopqrstwxyz';
const order = new Intl.Collator('zh-Hans-CN').compare;

/** Pinyin initial of a character; letters and digits are unchanged. */
function initialOf(character: string): string {
  if (!/\p{Script=Han}/u.test(character)) return character.toLowerCase();
  const after = [...FIRST_CHARACTERS].findIndex((first) => order(character, first) < 0);
  return INITIALS[(after < 0 ? FIRST_CHARACTERS.length : after) - 1] ?? '';
}

/** The initials of a text: `批次管理` → `pcgl`. */
export const initialsOf = (text: string) => [...text].map(initialOf).join('');

/** Score of a substring match; best at the start. */
const substringScore = (text: string, query: string) => {
  const at = text.indexOf(query);
  return at < 0 ? 0 : at === 0 ? 100 - text.length / 100 : 80 - at / 10;
};

/** Score of a subsequence match; best with few gaps. */
function subsequenceScore(text: string, query: string): number {
  let at = -1;
  let gaps = 0;
  for (const letter of query) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return 0;
    if (at >= 0) gaps += next - at - 1;
    at = next;
  }
  return Math.max(1, 40 - gaps);
}

/** Relevance of a title, 0 if it does not match: by substring, then initials, then subsequence. */
export function matchScore(title: string, input: string): number {
  const query = input.trim().toLowerCase().replaceAll(/\s+/g, '');
  if (!query) return 0;
  const text = title.toLowerCase().replaceAll(/\s+/g, '');
  return substringScore(text, query) || substringScore(initialsOf(text), query) * 0.9 || subsequenceScore(text, query);
}
