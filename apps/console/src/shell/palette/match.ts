/** The first character of each initial in pinyin order. Characters that sort before the first one are not Chinese. */
const FIRSTS = '阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥仨他穵夕丫帀';
const INITIALS = 'abcdefghjklmnopqrstwxyz';
const order = new Intl.Collator('zh-Hans-CN').compare;

/** Pinyin initial of a character; letters and digits are unchanged. */
function initialOf(character: string): string {
  if (!/\p{Script=Han}/u.test(character)) return character.toLowerCase();
  const after = [...FIRSTS].findIndex((first) => order(character, first) < 0);
  return INITIALS[(after < 0 ? FIRSTS.length : after) - 1] ?? '';
}

/** The initials of a text: `批次管理` → `pcgl`. */
export const initialsOf = (text: string) => [...text].map(initialOf).join('');

/** Score of a substring match; best at the start. */
const within = (text: string, wanted: string) => {
  const at = text.indexOf(wanted);
  return at < 0 ? 0 : at === 0 ? 100 - text.length / 100 : 80 - at / 10;
};

/** Score of a subsequence match; best with few gaps. */
function scattered(text: string, wanted: string): number {
  let at = -1;
  let gaps = 0;
  for (const letter of wanted) {
    const next = text.indexOf(letter, at + 1);
    if (next < 0) return 0;
    if (at >= 0) gaps += next - at - 1;
    at = next;
  }
  return Math.max(1, 40 - gaps);
}

/** Relevance of a title, 0 if it does not match: by substring, then initials, then subsequence. */
export function score(title: string, typed: string): number {
  const wanted = typed.trim().toLowerCase().replaceAll(/\s+/g, '');
  if (!wanted) return 0;
  const text = title.toLowerCase().replaceAll(/\s+/g, '');
  return within(text, wanted) || within(initialsOf(text), wanted) * 0.9 || scattered(text, wanted);
}
