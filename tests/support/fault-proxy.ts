import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request } from 'node:http';

/**
 * What goes wrong on the way. cutBefore: the host never sees the request.
 * cutAfter: the host did it, its reply is lost. cutReply: the reply breaks off
 * after its head. reply: something else answers
 * in the host's place. delay: it takes its time. silence: nobody ever answers,
 * and the host never sees it. swallow: the host did it, nobody ever answers.
 */
export type Fault =
  | { kind: 'cutBefore' }
  | { kind: 'cutAfter' }
  | { kind: 'cutReply' }
  | { kind: 'reply'; status: number; type?: string; body?: string }
  | { kind: 'delay'; ms: number }
  | { kind: 'silence' }
  | { kind: 'swallow' };

export interface FaultRule {
  method?: string;
  /** Of path and query. */
  path: RegExp;
  fault: Fault;
  /** Requests it strikes; all of them when absent. */
  times?: number;
  /** Share of the fitting requests that it strikes, 0 to 1; all when absent. */
  share?: number;
}

/** A man in the middle between the browser and the host. */
export interface FaultProxy {
  origin: string;
  /** From now on; the first rule that fits is used. Returns the undo. */
  fail(rule: FaultRule): () => void;
  /** How many requests a rule of this path has struck, or that passed. */
  passed(method: string, path: RegExp): number;
  struck(path: RegExp): number;
  /** No rule any more. */
  heal(): void;
  close(): Promise<void>;
}

/** Opens a proxy on a free port of the loopback. @param target origin of the host. */
export async function openFaultProxy(target: string): Promise<FaultProxy> {
  const rules: (FaultRule & { left: number })[] = [];
  const seen: { method: string; path: string; isStruck: boolean }[] = [];

  const server = createServer((incoming, answer) => {
    const { method = 'GET', url = '/' } = incoming;
    const rule = rules.find(
      (each) =>
        each.left > 0 &&
        (each.method ?? method) === method &&
        each.path.test(url) &&
        Math.random() < (each.share ?? 1),
    );
    if (rule) rule.left -= 1;
    seen.push({ method, path: url, isStruck: rule !== undefined });
    void strike(target, rule?.fault, incoming, answer);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;

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
    struck: (path) =>
      seen.filter((each) => each.isStruck && path.test(each.path)).length,
    heal() {
      rules.length = 0;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function strike(
  target: string,
  fault: Fault | undefined,
  incoming: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  switch (fault?.kind) {
    case 'cutBefore':
      incoming.socket.destroy();
      return;
    case 'reply':
      answer.writeHead(fault.status, {
        ...(fault.type ? { 'Content-Type': fault.type } : {}),
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
    case undefined:
      forward(target, incoming, answer, 'pass');
  }
}

/** Passes a request on, and its reply; or cuts the line or keeps it once the host has replied. */
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
  // No host behind: to the browser that is a line that went dead.
  outgoing.on('error', () => socket.destroy());
  incoming.pipe(outgoing);
}
