/** Whether the browser promised to keep what is here; false where it does not say. */
export async function askToPersist(): Promise<boolean> {
  try {
    const { storage } = navigator;
    return (await storage.persisted()) || (await storage.persist());
  } catch {
    // Not a secure page, or forbidden by the owner of the machine: that is a no.
    return false;
  }
}
