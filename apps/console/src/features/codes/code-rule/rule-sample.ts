import { type Alphabet, type CodeShape, checkCharacterOf } from '@suyuan/codes';

type PartName = 'prefix' | 'serial' | 'tag' | 'check';

interface SamplePart {
  name: PartName;
  text: string;
}

/** Sample characters without order, like masked serials and tags. Real ones need the key, which stays on the server. */
const SAMPLES: Record<Alphabet, { serial: string; tag: string }> = {
  base32: { serial: '7K3M9QX2', tag: 'PF5TB8WN' },
  decimal: { serial: '385049172604', tag: '926173840571' },
};

/** A sample code of the shape, part by part, with a valid check character. */
export function sampleOf(shape: CodeShape): SamplePart[] {
  const { prefix, alphabet, serialDigits, tagDigits, checkCharacter } = shape;
  const serial = SAMPLES[alphabet].serial.slice(0, serialDigits);
  const tag = SAMPLES[alphabet].tag.slice(0, tagDigits);
  const parts: SamplePart[] = [
    { name: 'prefix', text: prefix },
    { name: 'serial', text: serial },
    { name: 'tag', text: tag },
    { name: 'check', text: checkCharacter ? checkCharacterOf(prefix + serial + tag, alphabet) : '' },
  ];
  return parts.filter(({ text }) => text !== '');
}
