ALTER TABLE "note" ADD COLUMN "changed_in" bigint DEFAULT pg_current_xact_id()::text::bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "station_info" ADD COLUMN "changed_in" bigint DEFAULT pg_current_xact_id()::text::bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "thread" ADD COLUMN "changed_in" bigint DEFAULT pg_current_xact_id()::text::bigint NOT NULL;--> statement-breakpoint
CREATE INDEX "note_changed" ON "note" USING btree ("changed_in","observer_id","polling_station_id");--> statement-breakpoint
CREATE INDEX "station_info_changed" ON "station_info" USING btree ("changed_in","observer_id","polling_station_id");--> statement-breakpoint
CREATE INDEX "thread_changed" ON "thread" USING btree ("changed_in","observer_id","polling_station_id");--> statement-breakpoint
CREATE OR REPLACE TRIGGER "note_written" BEFORE INSERT OR UPDATE ON "note" FOR EACH ROW WHEN (NEW."changed_in" <> pg_current_xact_id()::text::bigint) EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE OR REPLACE TRIGGER "station_info_written" BEFORE INSERT OR UPDATE ON "station_info" FOR EACH ROW WHEN (NEW."changed_in" <> pg_current_xact_id()::text::bigint) EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE OR REPLACE TRIGGER "thread_written" BEFORE INSERT OR UPDATE ON "thread" FOR EACH ROW WHEN (NEW."changed_in" <> pg_current_xact_id()::text::bigint) EXECUTE FUNCTION "note_change"();
