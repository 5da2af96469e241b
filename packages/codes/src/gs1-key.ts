/** Lengths of GTIN-8, GTIN-12, GLN and GTIN-13, GTIN-14 and SSCC, including the check digit. */
export type Gs1KeyLength = 8 | 12 | 13 | 14 | 18;

const gtinLengths: readonly Gs1KeyLength[] = [8, 12, 13, 14];

/** Check digit of `body` (GS1 General Specifications §7.9.1): weights 3 and 1 from the right, difference to the next multiple of ten. */
export function gs1CheckDigit(body: string): string {
  let sum = 0;
  for (let at = body.length - 1, weight = 3; at >= 0; at--, weight = 4 - weight) sum += (body.charCodeAt(at) - 48) * weight;
  return String((10 - (sum % 10)) % 10);
}

/** Checks length, digits and check digit (GS1 General Specifications §7.9.1). */
export const isGs1Key = (text: string, length: Gs1KeyLength): boolean =>
  text.length === length && /^[0-9]+$/.test(text) && text.endsWith(gs1CheckDigit(text.slice(0, -1)));

/** Pads a GTIN of 8, 12, 13 or 14 digits to the 14 of AI 01. Undefined for an invalid GTIN. */
export const toGtin14 = (text: string): string | undefined =>
  gtinLengths.some((length) => isGs1Key(text, length)) ? text.padStart(14, '0') : undefined;

/**
 * SSCC (GS1 General Specifications §2.2.1), 18 digits: extension digit and company prefix, serial, check digit.
 * @param prefix 8 to 13 digits, the extension digit first
 * @throws RangeError where the serial has more digits than the prefix leaves
 */
export function ssccOf(prefix: string, serial: number): string {
  if (!Number.isSafeInteger(serial) || serial < 0 || serial >= ssccCapacity(prefix)) throw new RangeError('not a serial of the prefix');
  const body = prefix + String(serial).padStart(17 - prefix.length, '0');
  return body + gs1CheckDigit(body);
}

export const ssccCapacity = (prefix: string): number => 10 ** (17 - prefix.length);
