/** The first character of each initial in pinyin order; what sorts before the first is no Chinese character. */
const FIRSTS = '阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥仨他穵夕丫帀';
const INITIALS = 'abcdefghjklmnopqrstwxyz';
const order = new Intl.Collator('zh-Hans-CN').compare;

/** The pinyin initial of one character; a letter or digit is its own. */
function initialOf(character: string): string {
  if (!/\p{Script=Han}/u.test(character)) return character.toLowerCase();
  const after = [...FIRSTS].findIndex((first) => order(character, first) < 0);
  return INITIALS[(after < 0 ? FIRSTS.length : after) - 1] ?? '';
}

/** The initials of a text: `批次管理` → `pcgl`. */
export const initialsOf = (text: string) => [...text].map(initialOf).join('');

/** Where `wanted` stands in `text` as a whole: at the start best. */
const within = (text: string, wanted: string) => {
  const at = text.indexOf(wanted);
  return at < 0 ? 0 : at === 0 ? 100 - text.length / 100 : 80 - at / 10;
};

/** Whether the letters of `wanted` follow one another in `text`, with as few gaps as can be. */
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

/** How well a title answers what was typed: 0 not at all; by the text itself, by its initials, by its letters in order. */
export function score(title: string, typed: string): number {
  const wanted = typed.trim().toLowerCase().replaceAll(/\s+/g, '');
  if (!wanted) return 0;
  const text = title.toLowerCase().replaceAll(/\s+/g, '');
  return within(text, wanted) || within(initialsOf(text), wanted) * 0.9 || scattered(text, wanted);
}
