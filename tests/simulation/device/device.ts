import { IDBFactory as FakeFactory } from 'fake-indexeddb';

/**
 * A second device with the same databases, so that not every story has to begin
 * by making and filling them. Nothing may be open on the first.
 */
export function copyDevice(device: IDBFactory): IDBFactory {
  const factory = new FakeFactory();
  Object.assign(factory, { _databases: copy(databasesOf(device), new Map()) });
  return factory;
}

function databasesOf(device: IDBFactory): Map<unknown, unknown> {
  const databases: unknown = Reflect.get(device, '_databases');
  if (!(databases instanceof Map)) throw new Error('fake-indexeddb changed');
  return databases;
}

/** Copies what changes; records are replaced as a whole and may be shared. */
function copy<T>(value: T, made: Map<unknown, unknown>): T;
function copy(value: unknown, made: Map<unknown, unknown>): unknown {
  if (typeof value !== 'object' || value === null || isRecord(value)) {
    return value;
  }
  const known = made.get(value);
  if (known !== undefined) return known;
  if (value instanceof Map) {
    const map = new Map<unknown, unknown>();
    made.set(value, map);
    for (const [key, each] of value) map.set(key, copy(each, made));
    return map;
  }
  if (Array.isArray(value)) return value.map((each) => copy(each, made));
  const twin: object = Object.create(Object.getPrototypeOf(value));
  made.set(value, twin);
  for (const [key, each] of Object.entries(value)) {
    // A bound method belongs to its object; what was open stays with the first device.
    const isMethod = typeof each === 'function';
    const isOpen = key === 'connections' || key === 'transactions';
    const fresh = isMethod ? methodOf(twin, key) : isOpen ? [] : undefined;
    Object.assign(twin, { [key]: fresh ?? copy(each, made) });
  }
  return twin;
}

function methodOf(twin: object, name: string): unknown {
  const method: unknown = Reflect.get(twin, name);
  return typeof method === 'function' ? method.bind(twin) : undefined;
}

function isRecord(value: object): boolean {
  return 'key' in value && 'value' in value;
}
