-- Accounts that differ in nothing or in casing alone: an organizer's keeps its
-- name, else the oldest one. Each other one gets its id behind the name, which is
-- noted for the next starts to say. Nothing else of it changes.
DO $$
DECLARE
	twin record;
	free text;
BEGIN
	FOR twin IN
		SELECT "id", "account" FROM (
			SELECT a."id", a."account", row_number() OVER (
				PARTITION BY lower(a."account") ORDER BY n."organizer" DESC, a."id"
			) AS "place"
			FROM "ngo_admin" a JOIN "ngo" n ON n."id" = a."ngo_id"
		) ranked
		WHERE "place" > 1 ORDER BY "id"
	LOOP
		free := twin."account" || '#' || twin."id";
		WHILE EXISTS (SELECT 1 FROM "ngo_admin" WHERE lower("account") = lower(free)) LOOP
			free := free || '#';
		END LOOP;
		UPDATE "ngo_admin" SET "account" = free WHERE "id" = twin."id";
		INSERT INTO "setting" ("key", "value")
			VALUES ('renamed-account ' || twin."id", twin."account");
	END LOOP;
END $$;
--> statement-breakpoint
DROP INDEX "ngo_admin_account";
--> statement-breakpoint
CREATE UNIQUE INDEX "ngo_admin_account" ON "ngo_admin" USING btree (lower("account"));
