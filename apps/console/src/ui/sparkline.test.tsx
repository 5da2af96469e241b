import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Sparkline } from './figure-tile.tsx';

const pointsOf = (values: number[], partial: boolean) =>
  /points="([^"]*)"/.exec(renderToStaticMarkup(<Sparkline values={values} isLastIncomplete={partial} />))?.[1]?.split(' ');

it('omits an incomplete last value, which would look like a drop', () => {
  expect(pointsOf([4, 8, 8, 0], true)).toEqual(['0.0,12.0', '50.0,2.0', '100.0,2.0']);
  expect(pointsOf([4, 8, 8, 0], false)).toEqual(['0.0,12.0', '33.3,2.0', '66.7,2.0', '100.0,22.0']);
});

it('draws no line for a single complete value', () => {
  expect(pointsOf([4, 0], true)).toBeUndefined();
});
