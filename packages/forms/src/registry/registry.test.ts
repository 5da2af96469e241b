import { describe, expect, it } from 'vitest';
import { fieldTypes, formDefaults } from '../model.ts';
import { docOf } from '../test/generators.ts';
import { specOf, typesOf } from './registry.ts';
import { fieldGroups } from './spec.ts';

describe('component catalogue', () => {
  it('contains every specified component in its group', () => {
    const inputs = ['input', 'textarea', 'password', 'number', 'search', 'auto-complete', 'mentions', 'rich-text'];
    const choices = ['select', 'cascader', 'tree-select', 'transfer', 'radio', 'checkbox', 'switch', 'slider', 'rate', 'upload'];
    expect(typesOf('inputs')).toEqual(inputs);
    expect(typesOf('choices')).toEqual([...choices, 'color']);
    expect(typesOf('pickers')).toEqual(['time', 'date', 'month', 'week', 'range', 'time-range']);
    expect(typesOf('layout')).toEqual(['row', 'group', 'tabs', 'subtable', 'divider', 'text', 'button', 'map-view', 'signature']);
    expect(fieldTypes.filter((type) => !specOf(type).group)).toEqual(['tab', 'unknown']);
    expect(fieldGroups.flatMap(typesOf)).toHaveLength(fieldTypes.length - 2);
  });

  it('starts with the specified defaults', () => {
    expect(formDefaults).toEqual({
      layout: 'horizontal',
      labelAlign: 'right',
      labelSpan: 3,
      labelOffset: 0,
      wrapperSpan: 21,
      wrapperOffset: 0,
      gutter: 15,
      disabled: false,
      showButtons: true,
    });
    expect(specOf('textarea').fresh().props.rows).toBe(4);
    expect(specOf('rate').fresh().props.count).toBe(5);
    expect(specOf('upload').fresh().props).toMatchObject({ fileSize: 2, sizeUnit: 'MB' });
    expect(specOf('rich-text').fresh().props.height).toBe(300);
    expect(Object.keys(specOf('map-view').fresh().props)).toEqual(['startName', 'endName', 'width', 'height']);
    for (const type of fieldTypes) expect(specOf(type).fresh().span).toBe(24);
  });

  it('has a panel setting for every property of a type, including the gutter of a row (defect 4)', () => {
    for (const type of fieldTypes.filter((each) => each !== 'unknown')) {
      const { props, settings, fresh } = specOf(type);
      const lines = settings.filter(({ at }) => at === 'props').map(({ key }) => key);
      for (const key of Object.keys(fresh().props)) expect([type, lines.includes(key)]).toEqual([type, true]);
      expect(props.safeParse(fresh().props).success).toBe(true);
      expect(props.safeParse({ somethingElse: 1 }).success).toBe(false);
      expect(new Set(settings.map(({ at, key }) => `${at}.${key}`)).size).toBe(settings.length);
    }
    expect(specOf('row').settings.map(({ key }) => key)).toContain('gutter');
  });

  it('offers static, dictionary and dynamic options for every choice component (defect 6)', () => {
    const withOptions = fieldTypes.filter((type) => specOf(type).fresh().options);
    expect(withOptions).toEqual(['auto-complete', 'mentions', 'select', 'cascader', 'tree-select', 'transfer', 'radio', 'checkbox']);
    for (const type of withOptions)
      expect(specOf(type).settings.map(({ key }) => key)).toEqual(expect.arrayContaining(['options', 'source']));
  });

  it('has no past date as default in any date component (defect 12)', () => {
    for (const node of docOf('time', 'date', 'month', 'week', 'range', 'time-range').fields) expect(node.defaultValue).toBeUndefined();
  });
});
