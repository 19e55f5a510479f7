declare global {
  interface Window {
    /** Not in every browser, and not among the compiler's types. */
    showSaveFilePicker?: (options: {
      suggestedName: string;
    }) => Promise<FileSystemFileHandle>;
  }
}

/**
 * Asks where a file is to be saved, so that it can be written part by part. Call it at
 * once when a button is pressed: browsers ask only then.
 * @returns 'declined' when the person closes the question; undefined where the browser
 * has none, and a download has to do.
 */
export async function pickFile(
  suggestedName: string,
): Promise<FileSystemFileHandle | 'declined' | undefined> {
  try {
    return await window.showSaveFilePicker?.({ suggestedName });
  } catch (error) {
    const isDeclined = error instanceof Error && error.name === 'AbortError';
    return isDeclined ? 'declined' : undefined;
  }
}
