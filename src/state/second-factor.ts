import { proxy } from 'valtio';

/** Whether the server lets this account do nothing but set a second factor up. */
export const secondFactorWanted = proxy({ isMissing: false });
