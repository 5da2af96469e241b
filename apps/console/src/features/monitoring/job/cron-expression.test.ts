import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cronFields, cronText, defaultPart, parseCron, parsePart, partText, withPart } from './cron-expression.ts';

describe('cron expression builder', () => {
  it.each([
    '0/10 * * * * ?',
    '0 15 10 ? * 6L',
    '0 15 10 ? * 6#3',
    '0 0 0 15W * ?',
    '0 0 0 LW * ?',
    '0 0 0 L * ? 2027',
    '0 0-5 9,18 1/10 * ?',
  ])('parses %s and writes it back', (expression) => {
    expect(cronText(parseCron(expression))).toBe(expression);
    expect(parseCron(expression).some(({ mode }) => mode === 'raw')).toBe(false);
  });

  it('keeps expressions that it cannot represent as raw text', () => {
    const expression = '0 0-5/2 * ? JAN-MAR MON-FRI';
    expect(cronText(parseCron(expression))).toBe(expression);
    expect(parsePart('61', 1)).toEqual({ mode: 'raw', text: '61' });
    expect(parsePart('?', 0)).toEqual({ mode: 'raw', text: '?' });
  });

  it('knows the range of each field', () => {
    const outside = ['60', '60', '24', '0,32', '0,13', '0,8', '2100'];
    const inside = ['0,59', '0,59', '0,23', '1,31', '1,12', '1,7', '2026,2099'];
    expect(inside.map((text, fieldIndex) => parsePart(text, fieldIndex).mode)).toEqual(inside.map(() => 'some'));
    expect(outside.map((text, fieldIndex) => parsePart(text, fieldIndex).mode)).toEqual(outside.map(() => 'raw'));
  });

  it('writes the selected values, field by field, for any sequence of choices', () => {
    const field = fc.integer({ min: 0, max: 6 });
    fc.assert(
      fc.property(fc.array(fc.tuple(field, fc.nat(20)), { minLength: 1, maxLength: 12 }), (choices) => {
        let parts = parseCron('');
        for (const [fieldIndex, choice] of choices) {
          const { modes } = cronFields[fieldIndex] as (typeof cronFields)[number];
          const mode = modes[choice % modes.length] as (typeof modes)[number];
          parts = withPart(parts, fieldIndex, defaultPart(mode, fieldIndex, parts[fieldIndex] as (typeof parts)[number]));
        }
        const reparsed = parseCron(cronText(parts));
        expect(reparsed.map(partText)).toEqual(parts.map(partText));
        // Quartz: of day and weekday exactly one is `?`
        expect([reparsed[3]?.mode === 'unset', reparsed[5]?.mode === 'unset'].filter(Boolean)).toHaveLength(1);
      }),
    );
  });
});
