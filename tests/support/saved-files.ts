import { vi } from 'vitest';

interface SavedFile {
  name: string;
  /** The file as the person gets it. */
  text: () => Promise<string>;
  bytes: () => Promise<ArrayBuffer>;
}

/** Catches what the page offers to be saved, newest last. */
export function catchSavedFiles(): SavedFile[] {
  const saved: SavedFile[] = [];
  let latest = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) latest = blob;
    return 'blob:caught';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const blob = latest;
    if (!this.download) return;
    saved.push({
      name: this.download,
      text: () => blob.text(),
      bytes: () => blob.arrayBuffer(),
    });
  });
  return saved;
}
