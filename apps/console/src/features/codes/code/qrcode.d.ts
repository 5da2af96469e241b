/** The part of qrcode's core in use: the matrix, without its canvas and file writers. */
declare module 'qrcode/lib/core/qrcode.js' {
  interface Matrix {
    modules: { size: number; get(row: number, column: number): number };
  }
  const core: { create(text: string, options?: { errorCorrectionLevel?: 'L' | 'M' | 'Q' | 'H' }): Matrix };
  export default core;
}
