CREATE OR REPLACE FUNCTION "announce_to_all"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('changes', TG_ARGV[0] || ' *');
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "announce_to_ngo"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('changes', TG_ARGV[0] || ' ' || touched."ngo_id") FROM (SELECT DISTINCT "ngo_id" FROM changed) touched;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "announce_urgent"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('changes', 'urgent ' || touched."ngo_id") FROM (SELECT DISTINCT "ngo_id" FROM changed WHERE "urgent_last_modified" IS NOT NULL) touched;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "announce_of_observer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('changes', TG_ARGV[0] || ' ' || touched."ngo_id") FROM (SELECT DISTINCT "observer"."ngo_id" FROM changed JOIN "observer" ON "observer"."id" = changed."observer_id") touched;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "announce_access"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('changes', 'access ' || (to_jsonb(NEW)->>TG_ARGV[0]));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "thread_added" AFTER INSERT ON "thread" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "announce_to_ngo"('threads');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "thread_changed" AFTER UPDATE ON "thread" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "announce_to_ngo"('threads');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "thread_removed" AFTER DELETE ON "thread" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "announce_to_ngo"('threads');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "thread_urgent_added" AFTER INSERT ON "thread" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "announce_urgent"();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "thread_urgent_changed" AFTER UPDATE ON "thread" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "announce_urgent"();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "thread_urgent_removed" AFTER DELETE ON "thread" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "announce_urgent"();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "thread_urgent_left" AFTER UPDATE ON "thread" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "announce_urgent"();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "observer_added" AFTER INSERT ON "observer" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "announce_to_ngo"('observers');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "observer_changed" AFTER UPDATE ON "observer" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "announce_to_ngo"('observers');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "observer_removed" AFTER DELETE ON "observer" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "announce_to_ngo"('observers');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "triage_mark_added" AFTER INSERT ON "triage_mark" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "announce_to_ngo"('marks');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "triage_mark_changed" AFTER UPDATE ON "triage_mark" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "announce_to_ngo"('marks');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "triage_mark_removed" AFTER DELETE ON "triage_mark" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "announce_to_ngo"('marks');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "note_added" AFTER INSERT ON "note" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "announce_of_observer"('notes');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "note_changed" AFTER UPDATE ON "note" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "announce_of_observer"('notes');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "note_removed" AFTER DELETE ON "note" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "announce_of_observer"('notes');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "station_info_added" AFTER INSERT ON "station_info" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "announce_of_observer"('notes');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "station_info_changed" AFTER UPDATE ON "station_info" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "announce_of_observer"('notes');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "station_info_removed" AFTER DELETE ON "station_info" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "announce_of_observer"('notes');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "notification_announced" AFTER INSERT OR UPDATE OR DELETE ON "notification" FOR EACH STATEMENT EXECUTE FUNCTION "announce_to_all"('notifications');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "form_announced" AFTER INSERT OR UPDATE OR DELETE ON "form" FOR EACH STATEMENT EXECUTE FUNCTION "announce_to_all"('forms');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "form_section_announced" AFTER INSERT OR UPDATE OR DELETE ON "form_section" FOR EACH STATEMENT EXECUTE FUNCTION "announce_to_all"('forms');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "question_announced" AFTER INSERT OR UPDATE OR DELETE ON "question" FOR EACH STATEMENT EXECUTE FUNCTION "announce_to_all"('forms');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "option_announced" AFTER INSERT OR UPDATE OR DELETE ON "option" FOR EACH STATEMENT EXECUTE FUNCTION "announce_to_all"('forms');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "county_announced" AFTER INSERT OR UPDATE OR DELETE ON "county" FOR EACH STATEMENT EXECUTE FUNCTION "announce_to_all"('places');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "municipality_announced" AFTER INSERT OR UPDATE OR DELETE ON "municipality" FOR EACH STATEMENT EXECUTE FUNCTION "announce_to_all"('places');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "polling_station_announced" AFTER INSERT OR UPDATE OR DELETE ON "polling_station" FOR EACH STATEMENT EXECUTE FUNCTION "announce_to_all"('places');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "session_ended" AFTER INSERT OR UPDATE OF "ended_at" ON "session" FOR EACH ROW WHEN (NEW."ended_at" IS NOT NULL) EXECUTE FUNCTION "announce_access"('admin_id');
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "ngo_admin_access" AFTER UPDATE OF "epoch", "is_active" ON "ngo_admin" FOR EACH ROW EXECUTE FUNCTION "announce_access"('id');
