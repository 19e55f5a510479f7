/** What a phone may be written with, between its digits. */
export const PHONE_SEPARATORS = /[\s().\-/\u2010-\u2015]/g;
