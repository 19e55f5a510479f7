CREATE TABLE "picture_object" (
	"key" text PRIMARY KEY NOT NULL,
	"file_id" text NOT NULL,
	"state" text NOT NULL,
	"stored_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "picture_object_of_file" ON "picture_object" USING btree ("file_id") WHERE "picture_object"."state" = 'kept';