import { getTableColumns, getTableName } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { EMPTIED_TABLES } from '../../../server/admin/forget-election';
import { allTables } from '../support/rows';

/** Columns that it overwrites: they tell who observed, or what somebody wrote. */
const OVERWRITTEN: Record<string, string> = {
  answer: 'value',
  audit_entry: 'address before after',
  note: 'text',
  observer:
    'phone name pin device_id device_register_date channel_name fcm_token epoch',
  ngo_admin: 'epoch',
  triage_mark: 'note',
};

/**
 * Columns that stay: ids, counts, times, and what staff and the law wrote
 * (docs/operations.md 7.3).
 */
const KEPT: Record<string, string> = {
  answer:
    'observer_id polling_station_id question_id option_id last_modified changed_in',
  audit_entry: 'id at admin_id account request_id action subject count',
  county: 'id code name province_code diaspora order',
  form: 'id code title description current_version diaspora draft order ngo_id',
  form_section: 'id form_id code description order_number',
  municipality: 'id county_id code name order',
  ngo: 'id short_name name organizer is_active',
  ngo_admin: 'id ngo_id account password is_active created_at last_sign_in_at',
  note: 'id observer_id polling_station_id question_id last_modified changed_in',
  notification: 'id sender_id channel title body inserted_at',
  observer: 'id ngo_id is_test_observer',
  option: 'id question_id text is_free_text flagged order_number',
  picture_object: 'key file_id state stored_at',
  polling_station:
    'id municipality_id county_id number address coordinates administrative_territory_code territory_code',
  question: 'id section_id code text hint question_type order_number',
  recovery_code: 'admin_id hash',
  removed_answer:
    'observer_id polling_station_id question_id option_id removed_at changed_in',
  second_factor: 'admin_id secret confirmed_at last_step tries',
  setting: 'key value',
  station_info:
    'observer_id polling_station_id last_modified observer_arrival_time observer_leave_time urban_area is_polling_station_president_female number_of_voters_on_the_list number_of_commission_members number_of_female_members min_present_members chairman_presence single_polling_station_or_commission adequate_polling_station_size changed_in',
  thread:
    'observer_id polling_station_id ngo_id county_id polling_station_number normal_count flagged_count normal_last_modified urgent_last_modified changed_in',
  triage_mark:
    'id ngo_id observer_id polling_station_id state set_by set_at received_at',
};

function listed(columns: Record<string, string>): string[] {
  return Object.entries(columns).flatMap(([table, names]) =>
    names.split(' ').map((name) => `${table}.${name}`),
  );
}

it('says of every column of the schema whether an election that is forgotten leaves it', () => {
  const emptied = new Set<string>(
    EMPTIED_TABLES.map((table) => getTableName(table)),
  );
  const columns = allTables.flatMap((table) => {
    const name = getTableName(table);
    if (emptied.has(name)) return [];
    const own = Object.values(getTableColumns(table));
    return own.map((column) => `${name}.${column.name}`);
  });
  const classed = [...listed(OVERWRITTEN), ...listed(KEPT)];
  // A column of yours stands here? Then `forgetElection` removes it, or a reason keeps it.
  expect(columns.filter((each) => !classed.includes(each))).toEqual([]);
  expect(classed.filter((each) => !columns.includes(each))).toEqual([]);
  expect(new Set(classed).size).toBe(classed.length);
});
