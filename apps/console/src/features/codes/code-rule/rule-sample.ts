import { type Alphabet, type CodeShape, checkCharacterOf } from '@suyuan/codes';

type PartName = 'prefix' | 'serial' | 'tag' | 'check';

interface SamplePart {
  name: PartName;
  text: string;
}

/** Looks like serial and tag do, which are masked and hence without order; true ones need the key, which stays on the server. */
const looks: Record<Alphabet, { serial: string; tag: string }> = {
  base32: { serial: '7K3M9QX2', tag: 'PF5TB8WN' },
  decimal: { serial: '385049172604', tag: '926173840571' },
};

/** How a code of the shape may look, part by part; its check character is a right one. */
export function sampleOf(shape: CodeShape): SamplePart[] {
  const { prefix, alphabet, serialDigits, tagDigits, checkCharacter } = shape;
  const serial = looks[alphabet].serial.slice(0, serialDigits);
  const tag = looks[alphabet].tag.slice(0, tagDigits);
  const parts: SamplePart[] = [
    { name: 'prefix', text: prefix },
    { name: 'serial', text: serial },
    { name: 'tag', text: tag },
    { name: 'check', text: checkCharacter ? checkCharacterOf(prefix + serial + tag, alphabet) : '' },
  ];
  return parts.filter(({ text }) => text !== '');
}
