import { expect, it } from 'vitest';
import { breakpointOf } from './breakpoint.ts';

it('tells the six classes of windows at their edges', () => {
  const widths = [320, 575, 576, 767, 768, 991, 992, 1199, 1200, 1599, 1600, 3840];
  expect(widths.map(breakpointOf)).toEqual(['xs', 'xs', 'sm', 'sm', 'md', 'md', 'lg', 'lg', 'xl', 'xl', 'xxl', 'xxl']);
});
