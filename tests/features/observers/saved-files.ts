import { vi } from 'vitest';

interface SavedFile {
  name: string;
  /** The file as the person gets it. */
  text: () => Promise<string>;
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
    if (this.download)
      saved.push({ name: this.download, text: () => blob.text() });
  });
  return saved;
}
