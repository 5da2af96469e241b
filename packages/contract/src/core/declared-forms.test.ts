import { describe, expect, it } from 'vitest';
import * as contract from '../index.ts';
import { isResource, MAX_DRAWER_FIELDS } from './resource.ts';

const values: unknown[] = [...Object.values(contract), ...Object.values(contract.categories)];
const resources = values.filter(isResource);
const inDrawers = resources.flatMap(({ form, moreForm = [], ...resource }) => (form ? [{ ...resource, form, moreForm }] : []));

describe('declared forms', () => {
  it('show at most eight fields in a drawer', () => {
    expect(inDrawers.length).toBeGreaterThan(15);
    expect(inDrawers.filter(({ form }) => form.length > MAX_DRAWER_FIELDS).map(({ path }) => path)).toEqual([]);
  });

  it('ask for each input once, and for every required one without a default where it is visible', () => {
    for (const { path, form, moreForm, formGroups = {}, fields, input } of resources) {
      const names = [...(form ?? []), ...(moreForm ?? []), ...Object.values(formGroups).flat()];
      expect(new Set(names).size, path).toBe(names.length);
      const folded = (moreForm ?? []).filter(
        (name) => !input.shape[name]?.safeParse(undefined).success && fields[name]?.initialValue === undefined,
      );
      expect(folded, path).toEqual([]);
    }
  });
});
