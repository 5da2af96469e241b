import { htmlAttributes, htmlTags } from '@suyuan/contract';
import { harmlessHtml, htmlAttacks } from '@suyuan/contract/test/html-attacks';
import sanitize from 'sanitize-html';
import { describe, expect, it } from 'vitest';
import { safeHtml } from './safe-html.ts';

/** Everything in `html` that could run, load or escape its container, as the parser sees it. */
function dangers(html: string): string[] {
  const findings: string[] = /<!--|<!\[|<\?/.test(html) ? ['a comment or an instruction'] : [];
  sanitize(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    transformTags: {
      '*': (tagName, attribs) => {
        findings.push(...dangersOf(tagName, attribs));
        return { tagName, attribs };
      },
    },
  });
  return findings;
}

const HARMLESS_ADDRESS = /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|(?![/\\]{2})[^:]*$|data:image\/(png|gif|jpeg);)/;

function dangersOf(tag: string, attributes: Record<string, string>): string[] {
  const permittedAttributes = [...(htmlAttributes['*'] ?? []), ...(htmlAttributes[tag] ?? [])];
  return [
    ...(htmlTags.some((allowed) => allowed === tag) ? [] : [`<${tag}>`]),
    ...Object.entries(attributes).flatMap(([name, value]) => {
      const normalized = value.replace(/[^!-~]/g, '').toLowerCase();
      const bad =
        !permittedAttributes.includes(name) ||
        (['href', 'src'].includes(name) && !HARMLESS_ADDRESS.test(normalized)) ||
        (name === 'style' && /url|expression|\\|position|@|var\(|calc\(|binding|behavior/i.test(value)) ||
        (name === 'class' && /ant-|header/.test(value));
      return bad ? [`${tag} ${name}=${value}`] : [];
    }),
  ];
}

describe('HTML of users', () => {
  it('is tested against more than 300 attacks', () => {
    expect(htmlAttacks.length).toBeGreaterThanOrEqual(300);
    // proves the detector: nearly all inputs are dangerous before sanitising
    expect(htmlAttacks.filter((attack) => dangers(attack).length > 0).length).toBeGreaterThan(htmlAttacks.length * 0.95);
  });

  it('keeps nothing that executes, loads or escapes', () => {
    for (const attack of htmlAttacks) expect([attack, dangers(safeHtml(attack))]).toEqual([attack, []]);
  });

  it('is unchanged when it is sanitised again', () => {
    for (const html of [...htmlAttacks, ...harmlessHtml]) expect(safeHtml(safeHtml(html))).toBe(safeHtml(html));
  });

  it('keeps harmless content', () => {
    for (const html of harmlessHtml) expect(safeHtml(html).replaceAll(' />', '>')).toBe(html);
  });
});
