/** How long the address of a file stays valid (docs/specification.md 9). */
const ADDRESS_VALID_MS = 40_000;

/** Offers a file to be saved, as a download of the browser. */
export function saveFile(blob: Blob, fileName: string): void {
  const href = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName;
  // Some browsers only follow links that are in the document.
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), ADDRESS_VALID_MS);
}
