import { createContext, useContext } from 'react';

const Busy = createContext(false);

/** Around buttons that must not be pressed now, because what the last press began still runs. */
export const BusyProvider = Busy.Provider;

/** Whether the part of the page around a button is busy. */
export function useBusy(): boolean {
  return useContext(Busy);
}
