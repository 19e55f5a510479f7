/**
 * What must hold (docs/offline-design.md 16.3), in the words of the checks;
 * change both together.
 */
export const sentences = {
  I1: 'An acknowledged save exists in the outbox or is done; none disappears without a user’s choice.',
  I2: 'Every create and notification is applied at most once per confirmation within the settle window; beyond it the duplicate is seen. What two devices may send adds nobody who was there that long before. Every other op has the effect of exactly one application.',
  I3: 'Per entity the server sees ops in the order of enqueueing.',
  I4: 'No request carries work of another actor; none is sent while locked or wiping.',
  I5: 'After quiescence the cache equals the server for every covered view, and the overlay is empty.',
  I6: 'What the user saved is what the user sees, in all tabs, from commit until done or an explicit decision; no flicker to the old value.',
  I7: 'A live row is never hidden longer than two sweeps; a deleted one is never visible longer than three clean sweeps.',
  I8: 'At most one leader commits per epoch; commits of older epochs fail.',
  I9: 'No parked op blocks another lane; every open op is in a visible list.',
  I10: 'Failures are said: no silent empty list, no good answer that never came, a reason on everything parked, duplicates in view.',
  I11: 'After a wipe nothing of the user is readable in IndexedDB, local and session storage.',
  I12: 'Cache Storage holds exactly the precache list: here, that nothing is added to it; the list itself is shown in tests/e2e.',
  I13: 'Attempts stay within their backoff; no hot loop: few requests at once, at most one probe in 5 s.',
  I14: 'Nothing unsent is lost by an update; old code never commits after the fence moved.',
  I15: 'The history in `attempts` explains every state.',
  I16: 'A PIN that a user set last is the one that the server has.',
  I17: 'Nothing says whole or none after a torn reading.',
  I18: 'An op that is done has an effect on the server that no earlier op and nobody else made.',
  I19: 'Every request has the form that this revision of the server takes, and no message names a recipient known to be gone.',
  I20: 'What a change that waits for a person says fits its state: it promises nothing that nobody does.',
  I21: 'The counted reports of counties are those of the cached threads, after every commit; counting is put off only while a sweep is to come, and a new leader counts first what an earlier one put off.',
  I22: 'The blocks of observers have each cached observer as it is, and no other, after every commit.',
  I23: 'A decision about a thread stays on the device until a user lets it go; at rest the server has it once, or it is held as refused with a reason.',
  I24: 'At rest every device shows what the server has of each thread: each decision of anybody, and the newest in force.',
  I25: 'A reply ends an op only where the server did what was asked, or had nothing left to do.',
  I26: 'What is on the device of a thread is what its observer wrote: no reply of somebody else makes it none.',
  I27: 'No save deletes a question that nobody removed: the answers of observers hang on it.',
  I28: 'At rest the details of every thread are on the device, and the count of those that can be read offline is right.',
  I29: 'Every block of answers has those of the cached details of its stations, and no others, after every commit; at rest each has its block.',
} as const;
export type InvariantId = keyof typeof sentences;

/** Says what does not hold; says nothing when all is well. */
export type Complain = (id: InvariantId, detail: string) => void;
