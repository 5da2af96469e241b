import { beforeEach, onTestFailed } from 'vitest';
import { describePages } from './browser.ts';

/** Maximum characters of page content in the failure summary. */
const MAX_CHARACTERS = 1200;

beforeEach(() => {
  onTestFailed(async ({ task }) => {
    const pages = await describePages();
    console.log(pages);
    const [error] = task.result?.errors ?? [];
    if (error) error.message += `\n${pages.slice(0, MAX_CHARACTERS)}`;
  });
});
