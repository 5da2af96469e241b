import { createCipheriv, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import vectors from '../vectors.json' with { type: 'json' };
import { createDeriver, spaceKey } from './derive.ts';

/** Independent big-integer implementation of the formula, for comparison with the fast one. */
function F(key: Buffer, domain: number, x: bigint, digits: number, radix: bigint): bigint {
  const hex = domain.toString(16).padStart(2, '0') + '00'.repeat(7) + x.toString(16).padStart(16, '0');
  const block = createCipheriv('aes-128-ecb', key, null).update(hex, 'hex', 'hex');
  const [first, last] = [BigInt(`0x${block.slice(0, 16)}`), BigInt(`0x${block.slice(16)}`)];
  const low = radix ** BigInt(Math.floor(digits / 2));
  return (first % radix ** BigInt(Math.ceil(digits / 2))) * low + (last % low);
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const write = (value: bigint, digits: number, radix: bigint): string =>
  digits === 0 ? '' : write(value / radix, digits - 1, radix) + ALPHABET[Number(value % radix)];

function luhn(text: string, radix: number): string {
  const values = [...text].reverse().map((character, place) => (ALPHABET.indexOf(character) % radix) * (place % 2 === 0 ? 2 : 1));
  const sum = values.reduce((total, value) => total + Math.floor(value / radix) + (value % radix), 0);
  return ALPHABET.charAt((radix - (sum % radix)) % radix);
}

type Shape = (typeof vectors.spaces)[number]['shape'];
function codeOf(key: Buffer, { prefix, alphabet, serialDigits, tagDigits, checkCharacter }: Shape, serial: bigint): string {
  const radix = alphabet === 'decimal' ? 10n : 32n;
  const tag = F(key, 1, serial, tagDigits, radix);
  const masked = (serial + F(key, 2, tag, serialDigits, radix)) % radix ** BigInt(serialDigits);
  const text = prefix + write(masked, serialDigits, radix) + write(tag, tagDigits, radix);
  return checkCharacter ? text + luhn(text, Number(radix)) : text;
}

/** Manual HKDF (RFC 5869): extract with 32 zero bytes, expand to one block. */
function keyOf(master: Buffer, spaceId: number, epoch: number): Buffer {
  const extracted = createHmac('sha256', Buffer.alloc(32)).update(master).digest();
  return createHmac('sha256', extracted).update(`suyuan/code/v1|${spaceId}|${epoch}\x01`).digest().subarray(0, 16);
}

const masterKey = Buffer.from(vectors.masterKey, 'hex');
const rows = vectors.spaces.flatMap(({ spaceId, shape, epochs }) => epochs.map((each) => ({ spaceId, shape, ...each })));

describe('published test vectors', () => {
  it('cover both alphabets, with and without prefix and check character, and the ends of the space', () => {
    const seen = new Set(vectors.spaces.map(({ shape }) => `${shape.alphabet} ${shape.prefix !== ''} ${shape.checkCharacter}`));
    expect(seen.size).toBeGreaterThanOrEqual(6);
    for (const { shape, codes } of rows) {
      const last = (shape.alphabet === 'decimal' ? 10 : 32) ** shape.serialDigits - 1;
      expect(codes.map(({ serial }) => serial)).toEqual(expect.arrayContaining([0, last]));
    }
  });

  it.each(rows)('match space $spaceId in epoch $epoch in two implementations', ({ spaceId, shape, epoch, key, codes }) => {
    const space = Buffer.from(key, 'hex');
    expect(spaceKey(masterKey, spaceId, epoch)).toEqual(space);
    expect(keyOf(masterKey, spaceId, epoch)).toEqual(space);
    const deriver = createDeriver({ ...shape, alphabet: shape.alphabet === 'decimal' ? 'decimal' : 'base32' }, space);
    for (const { serial, code, pin6 } of codes) {
      expect(codeOf(space, shape, BigInt(serial))).toBe(code);
      expect(deriver.code(serial)).toBe(code);
      expect(deriver.decode(code)).toBe(serial);
      expect(write(F(space, 3, BigInt(serial), 6, 10n), 6, 10n)).toBe(pin6);
      expect(deriver.pin(serial, 6)).toBe(pin6);
    }
  });

  it('match the output of the bulk path', () => {
    for (const { shape, key, codes } of rows) {
      const deriver = createDeriver({ ...shape, alphabet: shape.alphabet === 'decimal' ? 'decimal' : 'base32' }, Buffer.from(key, 'hex'));
      const target = Buffer.alloc(32);
      for (const { serial, code } of codes) {
        const bytes = deriver.fill(target, serial, 1);
        expect(target.toString('latin1', 0, bytes)).toBe(`${code}\n`);
      }
      expect([...deriver.decodeMany(codes.map(({ code }) => code))]).toEqual(codes.map(({ serial }) => serial));
    }
  });
});
