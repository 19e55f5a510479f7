/** A secret at rest: readable only with the key that stays in this browser. */
export interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}
