/** A clock that jumps, so that settle windows pass without waiting for them. */
export function aClock() {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    forward(ms: number) {
      ahead += ms;
    },
  };
}
