import { beforeEach, onTestFailed } from 'vitest';
import { describePages } from './browser.ts';

beforeEach(() => {
  onTestFailed(async () => console.log(await describePages()));
});
