import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { checkFrameTranslations } from './build/check-frame-translations.ts';
import { guide } from './build/guide.ts';
import { inlineScripts } from './build/inline-scripts.ts';
import { inlineTranslations, locales } from './build/locales.ts';
import { precompress } from './build/precompress.ts';
import { preloadLinks } from './build/preload-links.ts';
import { serviceWorker } from './build/service-worker.ts';
import { htmlFragments, signInRewrites } from './build/sign-in-html.ts';

const here = (file: string) => path.join(import.meta.dirname, file);

/** Files of the first script; everything else on home is in one chunk, the frame. */
const FIRST =
  /src\/(data\/(token|session-cache|safe-redirect|prefetch|site-config)|shell\/home\/home-queries|sign-in\/remembered)\.ts$|preload-helper|rolldown\/runtime|rolldown:runtime/;

/** Common dependencies of all antd components: styles, theme and popups. */
const BASE =
  /node_modules\/(@ant-design|@rc-component\/(util|trigger|motion|portal|resize-observer|overflow|tooltip|menu|dropdown)|antd\/es\/(theme|style|config-provider|locale|_util|button|menu|dropdown|tooltip|popover|space))\//;

/** `index.html` is the app; `login.html` and `register.html` contain no framework. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    locales(),
    guide(),
    htmlFragments(),
    inlineTranslations(),
    inlineScripts(),
    signInRewrites(),
    tailwindcss(),
    react(),
    preloadLinks(),
    checkFrameTranslations(),
    serviceWorker(),
    precompress(),
  ],
  // the parser is more than half of the library, and the build compiles the messages
  resolve: { alias: [{ find: /^@formatjs\/icu-messageformat-parser$/, replacement: '@formatjs/icu-messageformat-parser/no-parser.js' }] },
  // literals are smaller than JSON in a string, whose keys are quoted
  json: { stringify: false },
  build: {
    target: 'es2022',
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000, // scripts/check-sizes.ts enforces the sizes
    rolldownOptions: {
      // plugin timings on slow machines are irrelevant to users of `npm start`
      checks: { pluginTimings: false },
      input: { index: here('index.html'), login: here('login.html'), register: here('register.html') },
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', test: FIRST, priority: 4 },
            { name: 'frame', test: /src\/shell\/main\.tsx$/, priority: 3 },
            // dependencies of nearly every page go into two chunks, because fifty small files slow the first visit
            { name: 'base', test: BASE, minShareCount: 20, priority: 3 },
            { name: 'controls', test: /node_modules\/(?!zod\/)/, minShareCount: 40, priority: 2 },
            { name: 'kit', test: /src\/(ui|data|forms)\/|packages\/|node_modules\/zod\//, minShareCount: 20, priority: 1 },
          ],
        },
      },
      // these packages have no import side effects but do not declare it: without this, a tooltip includes all of Form
      treeshake: {
        moduleSideEffects: [{ test: /node_modules\/(@rc-component|@formatjs|intl-messageformat|@ant-design)\//, sideEffects: false }],
      },
    },
  },
  server: { proxy: { '/api': process.env.API ?? 'http://127.0.0.1:8080' } },
});
