CREATE TABLE "file_part" (
	"file_id" text NOT NULL,
	"number" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"stored_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "file_part_file_id_number_pk" PRIMARY KEY("file_id","number")
);
--> statement-breakpoint
ALTER TABLE "file_part" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;--> statement-breakpoint
INSERT INTO "file_part" ("file_id", "number", "bytes", "stored_at")
SELECT "sha256", part, substring("bytes" from part * 262144 + 1 for 262144), now()
FROM "blob", generate_series(0, ("size" - 1) / 262144) AS part;--> statement-breakpoint
ALTER TABLE "blob" ADD COLUMN "file_id" text;--> statement-breakpoint
UPDATE "blob" SET "file_id" = "sha256";--> statement-breakpoint
ALTER TABLE "blob" ALTER COLUMN "file_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "blob" DROP COLUMN "bytes";--> statement-breakpoint
ALTER TABLE "blob" ADD CONSTRAINT "blob_file" UNIQUE("file_id");
