import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { Build } from '../src/worker/build-list.ts';
import { smallScript } from './small-script.ts';

const source = path.join(import.meta.dirname, '../src/worker/service-worker.ts');

/** Where the server answers a page of the build: the app anywhere, a static page of the user layout at its own path. */
const placeOf = (name: string) => (name === 'index.html' ? '/index' : `/user/${path.basename(name, '.html')}`);

/** Lays `service-worker.js` beside the pages, which knows every file of this build and no other. */
export function serviceWorker(): Plugin {
  let publicDir = '';
  return {
    name: 'suyuan-service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      publicDir = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const list = listOf(bundle, publicDir);
        this.emitFile({
          type: 'asset',
          fileName: 'service-worker.js',
          source: `const BUILD=${JSON.stringify(list)};\n${await smallScript(source)}`,
        });
      },
    },
  };
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** Every file by path; each but the pages and the public folder's has its content in its name. */
function listOf(bundle: Rolldown.OutputBundle, publicDir: string): Build {
  const open = readdirSync(publicDir);
  const names = Object.keys(bundle);
  const files = [...names.filter((name) => !name.endsWith('.html')), ...open].map((name) => `/${name}`).sort();
  const pages = names
    .filter((name) => name.endsWith('.html'))
    .map((name) => {
      const html = bundle[name];
      if (html?.type !== 'asset') throw new Error(`${name} is no page`);
      return { path: placeOf(name), sha256: sha256(html.source) };
    });
  const loose = open.map((name) => sha256(readFileSync(path.join(publicDir, name))));
  return { version: sha256(JSON.stringify([files, pages, loose])).slice(0, 16), files, pages };
}
