import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { preloaded } from './build/preloaded.ts';
import { worded } from './build/worded.ts';

const here = (file: string) => path.join(import.meta.dirname, file);

/** The console: `index.html` is the app, `login.html` the sign-in page, which holds no framework. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [worded(), react(), preloaded(), compressed()],
  build: {
    target: 'es2022',
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { index: here('index.html'), login: here('login.html') } },
  },
  server: { proxy: { '/api': process.env.API ?? 'http://127.0.0.1:8080' } },
});
