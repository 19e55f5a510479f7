CREATE TABLE "enrolment_code" (
	"observer_id" integer PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"epoch" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "enrolment_code_hash" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "enrolment_code" ADD CONSTRAINT "enrolment_code_observer_id_observer_id_fk" FOREIGN KEY ("observer_id") REFERENCES "public"."observer"("id") ON DELETE cascade ON UPDATE no action;