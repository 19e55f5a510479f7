/**
 * Acts once the screen shows what was drawn last: the next frame does not wait
 * for it. Answers how to call it off. In a hidden tab it waits until the tab is seen.
 */
export function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
