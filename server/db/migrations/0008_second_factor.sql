CREATE TABLE "recovery_code" (
	"admin_id" integer NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "recovery_code_admin_id_hash_pk" PRIMARY KEY("admin_id","hash")
);
--> statement-breakpoint
CREATE TABLE "second_factor" (
	"admin_id" integer PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" integer,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_admin_id_ngo_admin_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."ngo_admin"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_admin_id_ngo_admin_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."ngo_admin"("id") ON DELETE cascade ON UPDATE no action;