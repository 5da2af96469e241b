import { readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|html|svg|json)$/;

/** Smaller files, in bytes, are not compressed: they fit into one packet anyway. */
const SMALLEST = 500;

/** Precompresses each text file to `.br` and `.gz`, so that the server never compresses on request. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'suyuan-compressed',
    apply: 'build',
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir);
    },
    async writeBundle() {
      const files = (await readdir(folder, { recursive: true })).filter((file) => TEXT.test(file));
      await Promise.all(files.map((file) => compress(path.join(folder, file))));
    },
  };
}

async function compress(file: string) {
  const bytes = readFileSync(file);
  if (bytes.length < SMALLEST) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  const [brotliBytes, gzipBytes] = await Promise.all([promisify(brotliCompress)(bytes, quality), promisify(gzip)(bytes, { level: 9 })]);
  writeFileSync(`${file}.br`, brotliBytes);
  writeFileSync(`${file}.gz`, gzipBytes);
}
