export function openApi(version: string) {
  return { openapi: '3.1.0', info: { title: 'x', version }, paths: {} };
}
