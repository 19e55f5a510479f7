ALTER TABLE "audit_entry" ADD COLUMN "count" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_entry_count" ON "audit_entry" USING btree ("at","action","subject",coalesce("admin_id", 0)) WHERE "audit_entry"."count" is not null;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_audit_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('audit.may_change', true) = 'on' THEN
		RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
	END IF;
	IF TG_OP = 'UPDATE' AND NEW."count" > OLD."count"
		AND to_jsonb(NEW) - 'count' = to_jsonb(OLD) - 'count' THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'Entries of the audit log are only added.';
END $$;
