import * as v from 'valibot';

import type { DemoFile } from '../seed/pictures';
import type { StationName } from './stations';

/** Sends a request to a path of the server; `fetch` with the address in front. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

const loginReply = v.object({ access_token: v.string() });

const formList = v.object({
  formVersions: v.array(
    v.object({ id: v.number(), code: v.string(), diaspora: v.boolean() }),
  ),
});

const formSections = v.array(
  v.object({
    questions: v.array(
      v.object({
        id: v.number(),
        questionType: v.number(),
        optionsToQuestions: v.array(
          v.object({
            id: v.number(),
            isFreeText: v.boolean(),
            flagged: v.boolean(),
          }),
        ),
      }),
    ),
  }),
);

export type FormSection = v.InferOutput<typeof formSections>[number];
export type FormQuestion = FormSection['questions'][number];

/** A published form with its sections, as phones read it. */
export interface PhoneForm {
  code: string;
  diaspora: boolean;
  sections: FormSection[];
}

export interface PhoneAnswer {
  questionId: number;
  options: { optionId: number; value: string | null }[];
}

/** What a station looks like to the observer who arrives. */
export interface PhoneStationInfo {
  observerArrivalTime: string;
  urbanArea: boolean;
  isPollingStationPresidentFemale: boolean;
  numberOfVotersOnTheList: number;
  numberOfCommissionMembers: number;
  numberOfFemaleMembers: number;
  minPresentMembers: number;
  chairmanPresence: boolean;
  singlePollingStationOrCommission: boolean;
  adequatePollingStationSize: boolean;
}

/** A reply that is not a success. `status` is the HTTP one. */
export class ServerRefusal extends Error {
  readonly status: number;

  constructor(call: string, status: number, text: string) {
    super(`${call} answered ${status}${text ? `: ${text.slice(0, 200)}` : ''}`);
    this.name = 'ServerRefusal';
    this.status = status;
  }
}

/** One signed-in phone. */
export type Phone = Awaited<ReturnType<typeof signIn>>;

/**
 * Signs an observer in as the mobile app does (docs/api-contract.md 2.1: a
 * non-empty `fcmToken` makes it an observer's login).
 *
 * In: how to reach the server, phone and pin. Out: the calls of a phone
 * (docs/api-contract.md 4.1, 4.11). Every call rejects with a `ServerRefusal`
 * for an answer that is not a success, and with the error of `send` when there
 * is no answer.
 */
export async function signIn(send: Send, user: string, pin: string) {
  const reply = await call(
    '/api/v2/access/authorize',
    json({
      user,
      password: pin,
      fcmToken: `simulated-${user}`,
      channelName: 'Firebase',
    }),
  );
  const { access_token: token } = await read(loginReply, reply);

  return {
    /** The published forms with their sections. */
    async readForms(): Promise<PhoneForm[]> {
      const list = await call('/api/v1/form?draft=false', withToken({}));
      const { formVersions } = await read(formList, list);
      return Promise.all(
        formVersions.map(async ({ id, code, diaspora }) => {
          const body = await call(`/api/v1/form/${id}`, withToken({}));
          const sections = await read(formSections, body);
          return { code, diaspora, sections };
        }),
      );
    },
    /** Says that the observer arrived, and what the station is like. */
    async arrive(station: StationName, info: PhoneStationInfo): Promise<void> {
      const body = { ...station, ...info };
      await call('/api/v1/polling-station', withToken(json(body)));
    },
    /** Says that the observer left; an ISO 8601 instant. */
    async leave(station: StationName, at: string): Promise<void> {
      const body = { ...station, observerLeaveTime: at };
      await call(
        '/api/v1/polling-station',
        withToken({ ...json(body), method: 'PUT' }),
      );
    },
    /** Sends the answers to some questions at one station. */
    async answer(station: StationName, answers: PhoneAnswer[]): Promise<void> {
      const body = {
        answers: answers.map((answer) => Object.assign({}, station, answer)),
      };
      await call('/api/v1/answers', withToken(json(body)));
    },
    /** Sends a note with its files; `questionId` null is for the station. */
    async note(
      station: StationName,
      questionId: number | null,
      text: string,
      files: readonly DemoFile[],
    ): Promise<void> {
      const body = new FormData();
      body.set('CountyCode', station.countyCode);
      body.set('MunicipalityCode', station.municipalityCode);
      body.set('PollingStationNumber', String(station.pollingStationNumber));
      body.set('QuestionId', String(questionId ?? 0));
      body.set('Text', text);
      for (const { bytes, contentType, fileName } of files) {
        const blob = new Blob([Uint8Array.from(bytes)], { type: contentType });
        body.append('Files', blob, fileName);
      }
      await call('/api/v2/note', withToken({ method: 'POST', body }));
    },
  };

  function withToken(init: RequestInit): RequestInit {
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${token}`);
    return { ...init, headers };
  }

  async function call(path: string, init: RequestInit): Promise<Response> {
    const reply = await send(path, init);
    if (reply.ok) return reply;
    const name = `${init.method ?? 'GET'} ${path}`;
    throw new ServerRefusal(name, reply.status, await reply.text());
  }
}

/** The body as the schema wants it; a web page in its place is a refusal. */
async function read<T>(
  schema: v.GenericSchema<T>,
  reply: Response,
): Promise<T> {
  const body: unknown = await reply.json().catch(() => undefined);
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  throw new ServerRefusal(reply.url, reply.status, 'not what the API says');
}

function json(body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
}
