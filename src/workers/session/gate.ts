import type { Gate } from '@/api/client';

interface Waiting {
  isUrgent: boolean;
  start: () => Promise<void>;
}

/**
 * Lets at most `limit` requests run at once. Background work never takes the
 * last place, so what a user waits for starts at once even on a slow link.
 */
export function createGate(limit: number): { urgent: Gate; background: Gate } {
  const queue: Waiting[] = [];
  let running = 0;
  let inBackground = 0;

  function startNext(): void {
    const fits = ({ isUrgent }: Waiting) =>
      running < limit && (isUrgent || inBackground < limit - 1);
    const urgentFirst = queue.findIndex((each) => each.isUrgent && fits(each));
    const at = urgentFirst >= 0 ? urgentFirst : queue.findIndex(fits);
    const next = at < 0 ? undefined : queue.splice(at, 1)[0];
    void next?.start();
  }

  function pass(isUrgent: boolean): Gate {
    return (run) =>
      new Promise((resolve, reject) => {
        const start = async () => {
          running += 1;
          if (!isUrgent) inBackground += 1;
          try {
            resolve(await run());
          } catch (error) {
            reject(error);
          } finally {
            running -= 1;
            if (!isUrgent) inBackground -= 1;
            startNext();
          }
        };
        queue.push({ isUrgent, start });
        startNext();
      });
  }

  return { urgent: pass(true), background: pass(false) };
}
