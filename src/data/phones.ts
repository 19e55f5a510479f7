/**
 * The rules of phone numbers, loaded when they are first asked for: the first list does
 * not wait for them. Live queries may ask: the promise is made anew, because the
 * database follows only promises that were made while it reads.
 */
export function loadPhones(): Promise<typeof import('@/domain/phone')> {
  return Promise.resolve(import('@/domain/phone'));
}
