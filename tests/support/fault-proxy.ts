import type {
  IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
} from 'node:http';
import { createServer, request } from 'node:http';

/**
 * What goes wrong on the way. cutBefore: the server never sees the request.
 * cutAfter: the server did it, its reply is lost. cutReply: the reply breaks off
 * after its head. reply: something else answers
 * in the server's place. edit: the server's reply with another body. delay: it takes
 * its time. silence: nobody ever answers, and the server never sees it. swallow:
 * the server did it, nobody ever answers. hold: the request arrives when released,
 * even if nobody waits for it any more. lag: the server does it at once, its reply
 * comes when released. duplicate: it arrives twice. slow: the reply comes a
 * byte at a time. stored: a cache answers with the first reply of the address, with its
 * old date, whatever the request forbids.
 */
export type Fault =
  | { kind: 'cutBefore' }
  | { kind: 'cutAfter' }
  | { kind: 'cutReply' }
  | {
      kind: 'reply';
      status: number;
      type?: string;
      body?: string;
      location?: string;
    }
  | { kind: 'edit'; body: (body: string) => string }
  | { kind: 'delay'; ms: number }
  | { kind: 'silence' }
  | { kind: 'swallow' }
  | { kind: 'hold' }
  | { kind: 'lag' }
  | { kind: 'duplicate' }
  | { kind: 'slow' }
  | { kind: 'stored'; replies: Map<string, Whole> };

/** Kinds of faults, and how often each struck. */
export type FaultCounts = Record<string, number>;

interface FaultRule {
  method?: string;
  /** Of path and query. */
  path: RegExp;
  fault: Fault;
  /** Requests it strikes; all of them when absent. */
  times?: number;
  /** Share of the fitting requests that it strikes, 0 to 1; all when absent. */
  share?: number;
}

/** A man in the middle between the browser and the server. */
export interface FaultProxy {
  origin: string;
  /** From now on; the first rule that fits is used. Returns the undo. */
  fail(rule: FaultRule): () => void;
  /** How many requests a rule of this path has struck, or that passed. */
  passed(method: string, path: RegExp): number;
  struck(path: RegExp, method?: string): number;
  /** What is held or lags goes on, in the order in which it came. */
  release(): void;
  /** Nobody listens any more: each connection is refused. Returns the undo. */
  refuse(): Promise<() => Promise<void>>;
  /** No rule any more. */
  heal(): void;
  counts(): FaultCounts;
  close(): Promise<void>;
}

/** Between two bytes of a slow reply, in ms. */
const SLOW_BYTE_MS = 1_000;

/** Opens a proxy on a free port of the loopback. @param target origin of the server. */
export async function openFaultProxy(target: string): Promise<FaultProxy> {
  const rules: (FaultRule & { left: number })[] = [];
  const seen: { method: string; path: string; isStruck: boolean }[] = [];
  const counts: FaultCounts = {};
  const held: (() => void)[] = [];
  const wait = () => new Promise<void>((resolve) => held.push(resolve));
  const count = (kind: string) => {
    counts[kind] = (counts[kind] ?? 0) + 1;
  };

  const server = createServer((incoming, answer) => {
    const { method = 'GET', url = '/' } = incoming;
    const rule = rules.find(
      (each) =>
        each.left > 0 &&
        (each.method ?? method) === method &&
        each.path.test(url) &&
        Math.random() < (each.share ?? 1),
    );
    if (rule) {
      rule.left -= 1;
      count(nameOf(rule.fault));
    }
    seen.push({ method, path: url, isStruck: rule !== undefined });
    void strike(target, rule?.fault, incoming, answer, wait);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
  const shut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  await listen(0);
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;

  return {
    origin: `http://127.0.0.1:${port}`,
    fail(rule) {
      const kept = { ...rule, left: rule.times ?? Number.POSITIVE_INFINITY };
      rules.push(kept);
      return () => {
        kept.left = 0;
      };
    },
    passed: (method, path) =>
      seen.filter(
        (each) =>
          !each.isStruck && each.method === method && path.test(each.path),
      ).length,
    struck: (path, method) =>
      seen.filter(
        (each) =>
          each.isStruck &&
          each.method === (method ?? each.method) &&
          path.test(each.path),
      ).length,
    release() {
      for (const goOn of held.splice(0)) goOn();
    },
    async refuse() {
      count('refused line');
      await shut();
      return () => listen(port);
    },
    heal() {
      rules.length = 0;
    },
    counts: () => ({ ...counts }),
    async close() {
      if (server.listening) await shut();
    },
  };
}

/** A stranger's answers are as many faults as they have statuses. */
function nameOf(fault: Fault): string {
  if (fault.kind !== 'reply') return fault.kind;
  return `${fault.status} ${fault.type ?? ''}`.trim();
}

async function strike(
  target: string,
  fault: Fault | undefined,
  incoming: IncomingMessage,
  answer: ServerResponse,
  wait: () => Promise<void>,
): Promise<void> {
  switch (fault?.kind) {
    case 'cutBefore':
      incoming.socket.destroy();
      return;
    case 'reply':
      answer.writeHead(fault.status, {
        ...(fault.type ? { 'Content-Type': fault.type } : {}),
        ...(fault.location ? { Location: fault.location } : {}),
        'Cache-Control': 'no-store',
      });
      answer.end(fault.body ?? '');
      return;
    case 'delay':
      await new Promise((resolve) => setTimeout(resolve, fault.ms));
      forward(target, incoming, answer, 'pass');
      return;
    case 'silence':
      return;
    case 'cutAfter':
      forward(target, incoming, answer, 'cut');
      return;
    case 'cutReply':
      forward(target, incoming, answer, 'break');
      return;
    case 'swallow':
      forward(target, incoming, answer, 'keep');
      return;
    case 'edit':
    case 'hold':
    case 'lag':
    case 'duplicate':
    case 'slow':
    case 'stored':
      await carry(target, fault, incoming, answer, wait);
      return;
    case undefined:
      forward(target, incoming, answer, 'pass');
  }
}

/** A request or reply in one piece: the line behind it may end meanwhile. */
interface Whole {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

type CarriedFault = Extract<
  Fault,
  { kind: 'edit' | 'hold' | 'lag' | 'duplicate' | 'slow' | 'stored' }
>;

/** Takes a request over, so that it no longer hangs on the browser's patience. */
async function carry(
  target: string,
  fault: CarriedFault,
  incoming: IncomingMessage,
  answer: ServerResponse,
  wait: () => Promise<void>,
): Promise<void> {
  // The browser gave up in mid-request, or the server is gone: the line goes dead.
  const die = () => incoming.socket.destroy();
  try {
    const body = await read(incoming);
    const send = () => exchange(target, incoming, body);
    if (fault.kind === 'hold') await wait();
    const { url = '/' } = incoming;
    const stored = fault.kind === 'stored' ? fault.replies : undefined;
    const reply = stored?.get(url) ?? (await send());
    stored?.set(url, reply);
    if (fault.kind === 'duplicate') await send();
    if (fault.kind === 'lag') await wait();
    const { status, headers } = reply;
    if (fault.kind === 'slow') {
      answer.writeHead(status, headers);
      await dribble(answer, reply.body);
      return;
    }
    if (fault.kind === 'edit') {
      // Another length, and another list than the validator stands for.
      const { 'content-length': _, etag: __, ...rest } = headers;
      answer.writeHead(status, rest).end(fault.body(reply.body.toString()));
      return;
    }
    answer.writeHead(status, headers).end(reply.body);
  } catch {
    die();
  }
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function exchange(
  target: string,
  { method = 'GET', url, headers }: IncomingMessage,
  body: Buffer,
): Promise<Whole> {
  return new Promise((resolve, reject) => {
    // A whole reply in plain text: what is edited must be read.
    const { 'accept-encoding': _, 'if-none-match': __, ...plain } = headers;
    const outgoing = request(
      new URL(url ?? '/', target),
      { method, headers: plain },
      (reply) => {
        read(reply).then(
          (whole) =>
            resolve({
              status: reply.statusCode ?? 502,
              headers: reply.headers,
              body: whole,
            }),
          reject,
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** One byte after another, until the client closes. */
async function dribble(answer: ServerResponse, body: Buffer): Promise<void> {
  for (const byte of body) {
    if (answer.destroyed) return;
    answer.write(Buffer.of(byte));
    await new Promise((resolve) => setTimeout(resolve, SLOW_BYTE_MS));
  }
  answer.end();
}

/** Passes a request on, and its reply; or cuts the line or keeps it once the server has replied. */
function forward(
  target: string,
  incoming: IncomingMessage,
  answer: ServerResponse,
  then: 'pass' | 'cut' | 'break' | 'keep',
): void {
  const { method, url, headers, socket } = incoming;
  const outgoing = request(
    new URL(url ?? '/', target),
    { method: method ?? 'GET', headers },
    (reply) => {
      if (then !== 'pass') {
        reply.resume();
        if (then === 'keep') return;
        reply.on('end', () => {
          if (then === 'cut') socket.destroy();
          else {
            answer.writeHead(reply.statusCode ?? 502, reply.headers);
            answer.flushHeaders();
            answer.socket?.end();
          }
        });
        return;
      }
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    },
  );
  // No server behind: to the browser that is a line that went dead.
  outgoing.on('error', () => socket.destroy());
  incoming.pipe(outgoing);
}
