declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface SwaggerUI {
    (settings: Record<string, unknown>): unknown;
    presets: { apis: unknown };
  }
  const ui: SwaggerUI;
  export default ui;
}
