/** Asks the browser not to evict this origin's storage; false where it does not promise. */
export async function askToPersist(): Promise<boolean> {
  try {
    const { storage } = navigator;
    return (await storage.persisted()) || (await storage.persist());
  } catch {
    // Not a secure page, or forbidden by the owner of the machine: that is a no.
    return false;
  }
}
