import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

/** File contents; both drivers hand back something that is a Uint8Array. */
const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
});

/** An instant, stored to the millisecond so that it survives a JSON round trip. */
function instant(name: string) {
  return timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
}

/**
 * Ids are positive integers given by the database (docs/api-contract.md 8, rule
 * 9). "By default" lets demo data and imports of counties choose their own ids;
 * such code calls `restartIdentities` or `passIds` afterwards.
 */
function identity() {
  return integer('id').primaryKey().generatedByDefaultAsIdentity();
}

/**
 * How often all tokens of an account were ended. A token carries the epoch it
 * was issued in and is good in no other.
 */
function epoch() {
  return integer('epoch').notNull().default(0);
}

/**
 * The transaction that wrote a row, by which the feed (docs/decisions/0125) and the
 * details (docs/decisions/0134) are ordered. Triggers set it at each insert and
 * update, so that rows of a backup get one of the database that they are restored into.
 */
function changedIn() {
  return bigint('changed_in', { mode: 'number' })
    .notNull()
    .default(sql`pg_current_xact_id()::text::bigint`);
}

export const ngo = pgTable('ngo', {
  id: identity(),
  shortName: text('short_name').notNull(),
  name: text('name').notNull(),
  organizer: boolean('organizer').notNull().default(false),
  isActive: boolean('is_active').notNull().default(true),
});

/**
 * A back-office account; `password` is the output of `hashPassword`. Accounts
 * are unique in any casing: a namesake's sign-ins would reset the throttle.
 */
export const ngoAdmin = pgTable(
  'ngo_admin',
  {
    id: identity(),
    ngoId: integer('ngo_id')
      .notNull()
      .references(() => ngo.id),
    account: text('account').notNull(),
    password: text('password').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    epoch: epoch(),
    /** Null for accounts that are older than this column. */
    createdAt: instant('created_at'),
    lastSignInAt: instant('last_sign_in_at'),
  },
  (t) => [uniqueIndex('ngo_admin_account').on(sql`lower(${t.account})`)],
);

/**
 * The second factor of a back-office account (docs/decisions/0127): a shared secret
 * from which an authenticator app makes codes. `secret` is the output of `sealSecret`.
 */
export const secondFactor = pgTable('second_factor', {
  adminId: integer('admin_id')
    .primaryKey()
    .references(() => ngoAdmin.id, { onDelete: 'cascade' }),
  secret: text('secret').notNull(),
  /** Null until a first right code: until then the account has no second factor. */
  confirmedAt: instant('confirmed_at'),
  /** The time step of the last code that was accepted: it and earlier ones never count again. */
  lastStep: integer('last_step'),
  /** Codes that were tried since the last right one. */
  tries: integer('tries').notNull().default(0),
});

/** A recovery code that was not used yet: the output of `hashRecoveryCode`. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    adminId: integer('admin_id')
      .notNull()
      .references(() => ngoAdmin.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.adminId, t.hash] })],
);

/**
 * An observer; `pin` is the output of `hashPassword`. Phones are not unique
 * (docs/api-contract.md 8). `fcmToken` and `channelName` are the phone's last
 * registration for push messages.
 */
export const observer = pgTable(
  'observer',
  {
    id: identity(),
    ngoId: integer('ngo_id')
      .notNull()
      .references(() => ngo.id),
    phone: text('phone').notNull(),
    name: text('name').notNull(),
    pin: text('pin').notNull(),
    isTestObserver: boolean('is_test_observer').notNull().default(false),
    deviceId: text('device_id'),
    deviceRegisterDate: instant('device_register_date'),
    channelName: text('channel_name'),
    fcmToken: text('fcm_token'),
    epoch: epoch(),
  },
  (t) => [
    index('observer_ngo').on(t.ngoId, t.id),
    index('observer_phone').on(t.phone),
  ],
);

export const county = pgTable('county', {
  id: identity(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  provinceCode: text('province_code'),
  diaspora: boolean('diaspora').notNull().default(false),
  order: integer('order').notNull().default(0),
});

export const municipality = pgTable(
  'municipality',
  {
    id: identity(),
    countyId: integer('county_id')
      .notNull()
      .references(() => county.id),
    code: text('code').notNull(),
    name: text('name').notNull(),
    order: integer('order').notNull().default(0),
  },
  (t) => [index('municipality_county').on(t.countyId)],
);

/** `countyId` repeats the municipality's, so that county lookups need no join. */
export const pollingStation = pgTable(
  'polling_station',
  {
    id: identity(),
    municipalityId: integer('municipality_id')
      .notNull()
      .references(() => municipality.id),
    countyId: integer('county_id')
      .notNull()
      .references(() => county.id),
    number: integer('number').notNull(),
    address: text('address'),
    coordinates: text('coordinates'),
    administrativeTerritoryCode: text('administrative_territory_code'),
    territoryCode: text('territory_code'),
  },
  (t) => [
    unique('polling_station_municipality_number').on(
      t.municipalityId,
      t.number,
    ),
    index('polling_station_county_number').on(t.countyId, t.number),
  ],
);

/**
 * Codes are unique among the forms that an organisation sees (docs/decisions/0076),
 * so not by a constraint.
 */
export const form = pgTable(
  'form',
  {
    id: identity(),
    code: text('code').notNull(),
    title: text('title'),
    description: text('description').notNull(),
    currentVersion: integer('current_version').notNull().default(1),
    diaspora: boolean('diaspora').notNull().default(false),
    draft: boolean('draft').notNull().default(false),
    order: integer('order').notNull().default(0),
    /** Whose draft it is; null: everybody's, as what organizers made or published. */
    ngoId: integer('ngo_id').references(() => ngo.id),
  },
  (t) => [index('form_code').on(t.code)],
);

export const formSection = pgTable(
  'form_section',
  {
    id: identity(),
    formId: integer('form_id')
      .notNull()
      .references(() => form.id, { onDelete: 'cascade' }),
    code: text('code').notNull(),
    description: text('description').notNull(),
    orderNumber: integer('order_number').notNull().default(0),
  },
  (t) => [index('form_section_form').on(t.formId)],
);

/** Question types: 0 multiple, 1 single, 2 single + text, 3 multiple + text. */
export const question = pgTable(
  'question',
  {
    id: identity(),
    sectionId: integer('section_id')
      .notNull()
      .references(() => formSection.id, { onDelete: 'cascade' }),
    code: text('code').notNull(),
    text: text('text').notNull(),
    hint: text('hint'),
    questionType: integer('question_type').notNull(),
    orderNumber: integer('order_number').notNull().default(0),
  },
  (t) => [index('question_section').on(t.sectionId)],
);

/** The option of one question; its id is the `optionId` on every wire shape. */
export const option = pgTable(
  'option',
  {
    id: identity(),
    questionId: integer('question_id')
      .notNull()
      .references(() => question.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    isFreeText: boolean('is_free_text').notNull().default(false),
    flagged: boolean('flagged').notNull().default(false),
    orderNumber: integer('order_number').notNull().default(0),
  },
  (t) => [index('option_question').on(t.questionId)],
);

/** One ticked option of one observer at one station. */
export const answer = pgTable(
  'answer',
  {
    observerId: integer('observer_id')
      .notNull()
      .references(() => observer.id),
    pollingStationId: integer('polling_station_id')
      .notNull()
      .references(() => pollingStation.id),
    questionId: integer('question_id')
      .notNull()
      .references(() => question.id),
    optionId: integer('option_id')
      .notNull()
      .references(() => option.id),
    value: text('value'),
    lastModified: instant('last_modified').notNull(),
    changedIn: changedIn(),
  },
  (t) => [
    primaryKey({
      columns: [t.observerId, t.pollingStationId, t.questionId, t.optionId],
    }),
    index('answer_question').on(t.questionId),
    index('answer_option').on(t.optionId),
    index('answer_changed').on(
      t.changedIn,
      t.observerId,
      t.pollingStationId,
      t.questionId,
      t.optionId,
    ),
  ],
);

/**
 * An option that was ticked and no longer is, so that the feed can say so. A row
 * says nothing while the option is ticked again.
 */
export const removedAnswer = pgTable(
  'removed_answer',
  {
    observerId: integer('observer_id').notNull(),
    pollingStationId: integer('polling_station_id').notNull(),
    questionId: integer('question_id').notNull(),
    optionId: integer('option_id').notNull(),
    removedAt: instant('removed_at').notNull(),
    changedIn: changedIn(),
  },
  (t) => [
    primaryKey({
      name: 'removed_answer_pk',
      columns: [t.observerId, t.pollingStationId, t.questionId, t.optionId],
    }),
    index('removed_answer_changed').on(
      t.changedIn,
      t.observerId,
      t.pollingStationId,
      t.questionId,
      t.optionId,
    ),
  ],
);

/**
 * What the thread list shows, one row per (observer, station) with answers, so
 * that a page of threads reads no answers. Written by `refreshThread` in the
 * transaction that posts answers, or for everything at once by
 * `rebuildThreads`. `urgentLastModified` is null without a flagged answer,
 * `normalLastModified` without a non-flagged one: each is the membership of its
 * list (docs/api-contract.md 4.2). NGO, county and number repeat what the
 * filters ask for.
 */
export const thread = pgTable(
  'thread',
  {
    observerId: integer('observer_id')
      .notNull()
      .references(() => observer.id, { onDelete: 'cascade' }),
    pollingStationId: integer('polling_station_id')
      .notNull()
      .references(() => pollingStation.id, { onDelete: 'cascade' }),
    ngoId: integer('ngo_id').notNull(),
    countyId: integer('county_id').notNull(),
    pollingStationNumber: integer('polling_station_number').notNull(),
    normalCount: integer('normal_count').notNull(),
    flaggedCount: integer('flagged_count').notNull(),
    normalLastModified: instant('normal_last_modified'),
    urgentLastModified: instant('urgent_last_modified'),
    changedIn: changedIn(),
  },
  (t) => [
    primaryKey({ columns: [t.observerId, t.pollingStationId] }),
    index('thread_changed').on(t.changedIn, t.observerId, t.pollingStationId),
    // Ascending, and read backwards: the list is newest first, ties by id.
    ...(['normal', 'urgent'] as const).flatMap((kind) => {
      const modified =
        kind === 'normal' ? t.normalLastModified : t.urgentLastModified;
      const order = [modified, t.observerId, t.pollingStationId] as const;
      const isMember = sql`${modified} is not null`;
      return [
        index(`thread_${kind}`)
          .on(...order)
          .where(isMember),
        index(`thread_${kind}_ngo`)
          .on(t.ngoId, ...order)
          .where(isMember),
        index(`thread_${kind}_county`)
          .on(t.countyId, ...order)
          .where(isMember),
      ];
    }),
  ],
);

/**
 * Both field families of docs/api-contract.md 4.2; a phone fills the ones it
 * knows.
 */
export const stationInfo = pgTable(
  'station_info',
  {
    observerId: integer('observer_id')
      .notNull()
      .references(() => observer.id),
    pollingStationId: integer('polling_station_id')
      .notNull()
      .references(() => pollingStation.id),
    lastModified: instant('last_modified').notNull(),
    observerArrivalTime: instant('observer_arrival_time'),
    observerLeaveTime: instant('observer_leave_time'),
    urbanArea: boolean('urban_area'),
    isPollingStationPresidentFemale: boolean(
      'is_polling_station_president_female',
    ),
    numberOfVotersOnTheList: integer('number_of_voters_on_the_list'),
    numberOfCommissionMembers: integer('number_of_commission_members'),
    numberOfFemaleMembers: integer('number_of_female_members'),
    minPresentMembers: integer('min_present_members'),
    chairmanPresence: boolean('chairman_presence'),
    singlePollingStationOrCommission: boolean(
      'single_polling_station_or_commission',
    ),
    adequatePollingStationSize: boolean('adequate_polling_station_size'),
    changedIn: changedIn(),
  },
  (t) => [
    primaryKey({ columns: [t.observerId, t.pollingStationId] }),
    index('station_info_changed').on(
      t.changedIn,
      t.observerId,
      t.pollingStationId,
    ),
    index('station_info_station').on(t.pollingStationId),
  ],
);

/** `questionId` is null for a note on the station as a whole. */
export const note = pgTable(
  'note',
  {
    id: identity(),
    observerId: integer('observer_id')
      .notNull()
      .references(() => observer.id),
    pollingStationId: integer('polling_station_id')
      .notNull()
      .references(() => pollingStation.id),
    questionId: integer('question_id').references(() => question.id),
    text: text('text'),
    lastModified: instant('last_modified').notNull(),
    changedIn: changedIn(),
  },
  (t) => [
    index('note_thread').on(t.observerId, t.pollingStationId),
    index('note_changed').on(t.changedIn, t.observerId, t.pollingStationId),
    index('note_question').on(t.questionId),
  ],
);

/** A whole file, stored once for all notes that show it; its bytes are parts. */
export const blob = pgTable('blob', {
  sha256: text('sha256').primaryKey(),
  size: integer('size').notNull(),
  /** Names its parts. */
  fileId: text('file_id').notNull().unique('blob_file'),
});

/**
 * The bytes of a file, `PART_BYTES` in each row but the last
 * (docs/decisions/0090). Parts that no blob names are of an upload under way, or
 * of one that broke off. They are stored uncompressed.
 */
export const filePart = pgTable(
  'file_part',
  {
    fileId: text('file_id').notNull(),
    number: integer('number').notNull(),
    bytes: bytea('bytes').notNull(),
    storedAt: instant('stored_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.number] })],
);

/**
 * Every object that is in the store of pictures, or may be
 * (docs/decisions/0129). The row is there before its object and goes after it,
 * so no object is forgotten. A file whose
 * object is `kept` lies there and has no parts. One that is `arriving` belongs to
 * an upload or a move under way, or to one that broke off; nobody needs one that
 * is `left`. A key is never used twice.
 */
export const pictureObject = pgTable(
  'picture_object',
  {
    key: text('key').primaryKey(),
    fileId: text('file_id').notNull(),
    state: text('state', { enum: ['arriving', 'kept', 'left'] }).notNull(),
    storedAt: instant('stored_at').notNull(),
  },
  (t) => [
    uniqueIndex('picture_object_of_file')
      .on(t.fileId)
      .where(sql`${t.state} = 'kept'`),
  ],
);

/** A file of a note; `contentType` is what the server will serve it as. */
export const attachment = pgTable(
  'attachment',
  {
    id: identity(),
    noteId: integer('note_id')
      .notNull()
      .references(() => note.id, { onDelete: 'cascade' }),
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    sha256: text('sha256')
      .notNull()
      .references(() => blob.sha256),
  },
  (t) => [index('attachment_note').on(t.noteId)],
);

/** What staff decide about a thread (docs/api-contract.md 10.2). */
export const TRIAGE_STATES = [
  'new',
  'inProgress',
  'resolved',
  'falseAlarm',
] as const;

/**
 * One decision about a thread; rows are added and never changed. `ngoId` is the
 * observer's and repeats what the list asks for. `setBy` is the account's name
 * as it was then. `note` is empty when there is none: nulls would differ from
 * each other in the unique index.
 */
export const triageMark = pgTable(
  'triage_mark',
  {
    id: identity(),
    ngoId: integer('ngo_id').notNull(),
    observerId: integer('observer_id')
      .notNull()
      .references(() => observer.id),
    pollingStationId: integer('polling_station_id')
      .notNull()
      .references(() => pollingStation.id),
    state: text('state', { enum: TRIAGE_STATES }).notNull(),
    note: text('note').notNull(),
    setBy: text('set_by').notNull(),
    setAt: instant('set_at').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    index('triage_mark_ngo').on(t.ngoId, t.id),
    uniqueIndex('triage_mark_equal').on(
      t.observerId,
      t.pollingStationId,
      t.setBy,
      t.setAt,
      t.state,
      t.note,
    ),
  ],
);

export const notification = pgTable(
  'notification',
  {
    id: identity(),
    senderId: integer('sender_id')
      .notNull()
      .references(() => ngoAdmin.id),
    channel: text('channel').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    insertedAt: instant('inserted_at').notNull(),
  },
  (t) => [index('notification_sender').on(t.senderId)],
);

export const notificationRecipient = pgTable(
  'notification_recipient',
  {
    notificationId: integer('notification_id')
      .notNull()
      .references(() => notification.id, { onDelete: 'cascade' }),
    observerId: integer('observer_id')
      .notNull()
      .references(() => observer.id),
  },
  (t) => [
    primaryKey({ columns: [t.notificationId, t.observerId] }),
    index('notification_recipient_observer').on(t.observerId),
  ],
);

/**
 * The stored reply to a write that carried an Idempotency-Key. `scope` is the
 * user, method and path; `status` is null while the first one still runs.
 */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    status: integer('status'),
    contentType: text('content_type'),
    body: text('body'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.scope, t.key] }),
    index('idempotency_key_created').on(t.createdAt),
  ],
);

/**
 * A signed-in device of a back-office account; `id` is the `jti` of its token.
 * `lastSeenAt` is coarse: it is written at most once a minute.
 */
export const session = pgTable(
  'session',
  {
    id: text('id').primaryKey(),
    adminId: integer('admin_id')
      .notNull()
      .references(() => ngoAdmin.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** Browser and system in short; empty when unknown. */
    userAgent: text('user_agent').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    index('session_admin').on(t.adminId),
    index('session_created').on(t.createdAt),
  ],
);

/**
 * A read-only token for analysts and dashboards; `hash` is the SHA-256 of it in
 * hex, and the token itself is stored nowhere. It is ended by deleting its row.
 * `madeBy` is the account's name as it was then.
 */
export const readToken = pgTable(
  'read_token',
  {
    id: identity(),
    name: text('name').notNull(),
    /** Null: it reads all organisations. */
    ngoId: integer('ngo_id').references(() => ngo.id),
    hash: text('hash').notNull().unique('read_token_hash'),
    madeBy: text('made_by').notNull(),
    madeAt: instant('made_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** The hour in which it was last used; null before that. */
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('read_token_ngo').on(t.ngoId)],
);

/**
 * The code of a link by which an observer sets a PIN, once (docs/decisions/0128);
 * `hash` is the SHA-256 of it in hex, and the code itself is stored nowhere. It is good
 * only while the observer is in the epoch that it was made in: what ends the phone's
 * tokens ends the code.
 */
export const enrolmentCode = pgTable('enrolment_code', {
  observerId: integer('observer_id')
    .primaryKey()
    .references(() => observer.id, { onDelete: 'cascade' }),
  hash: text('hash').notNull().unique('enrolment_code_hash'),
  epoch: integer('epoch').notNull(),
  endsAt: instant('ends_at').notNull(),
});

/**
 * Failed sign-ins of one account from one address, for the throttle, and those
 * that are being looked at. `account` begins with its kind: `phone 0722000041`.
 */
export const loginAttempt = pgTable(
  'login_attempt',
  {
    account: text('account').notNull(),
    address: text('address').notNull(),
    failures: integer('failures').notNull(),
    lastFailureAt: instant('last_failure_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.account, t.address] })],
);

/**
 * Failed sign-ins of many accounts together since `startedAt`: `scope` is an
 * address, or `all`.
 */
export const signInBudget = pgTable('sign_in_budget', {
  scope: text('scope').primaryKey(),
  failures: integer('failures').notNull(),
  startedAt: instant('started_at').notNull(),
});

/** Where an account signed in with success, or with which phone; `account` as in `loginAttempt`. */
export const signInOrigin = pgTable(
  'sign_in_origin',
  {
    account: text('account').notNull(),
    address: text('address').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.account, t.address] }),
    index('sign_in_origin_last').on(t.lastAt),
  ],
);

/**
 * What staff did, one row each, and how often they read what, one row for an hour
 * (docs/decisions/0124). Rows are only added and counts only grow, which a trigger
 * guards: `forgetElection` alone may change them. No foreign key: an entry outlives
 * what it speaks of.
 */
export const auditEntry = pgTable(
  'audit_entry',
  {
    id: identity(),
    /** Of a count: when its hour begins. */
    at: instant('at').notNull(),
    /** Null for a failed sign-in with an account that is not there, and for the command line. */
    adminId: integer('admin_id'),
    /** Its name at the time; empty after a failed sign-in without an account. */
    account: text('account').notNull(),
    address: text('address').notNull(),
    requestId: text('request_id').notNull(),
    action: text('action').notNull(),
    /** Kind and id: `observer 41`. */
    subject: text('subject'),
    /** JSON, without secrets. */
    before: text('before'),
    after: text('after'),
    /** How often it was read; null for what staff did. */
    count: integer('count'),
  },
  (t) => [
    uniqueIndex('audit_entry_count')
      .on(t.at, t.action, t.subject, sql`coalesce(${t.adminId}, 0)`)
      .where(sql`${t.count} is not null`),
  ],
);

/** Values that all processes on one database share, such as the token secret. */
export const setting = pgTable('setting', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
});
