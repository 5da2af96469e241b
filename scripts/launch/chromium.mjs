import { program } from './find-program.mjs';

/** Path of Chromium for browser tests, with a Chinese font; undefined if not available. */
export const chromium = () =>
  program({
    name: 'Chromium',
    tests: '浏览器测试',
    variable: 'CHROMIUM',
    places: [
      // the headless shell has the same engine and needs a third less CPU
      '/usr/bin/chromium-headless-shell',
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      '/usr/bin/google-chrome-stable',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    // older Debian releases have no headless shell package
    packages: ['chromium-headless-shell', 'chromium'],
    companions: ['fonts-noto-cjk'],
  });
