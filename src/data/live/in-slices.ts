/** A slower device takes four times as long: its tasks stay below 50 ms, too. */
const SLICE_MS = 10;

/**
 * Does long work in tasks of their own, so that keys and clicks come between them.
 * @param work pauses wherever it yields. @param onDone is called in the last task.
 * @returns what gives the work up.
 */
export function inSlices<T>(
  work: Generator<void, T>,
  onDone: (result: T) => void,
): () => void {
  function slice() {
    const until = performance.now() + SLICE_MS;
    let step = work.next();
    while (step.done !== true && performance.now() < until) step = work.next();
    if (step.done === true) onDone(step.value);
    else timer = setTimeout(slice);
  }
  let timer = setTimeout(slice);
  return () => clearTimeout(timer);
}
