import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

const MOST_BEFORE = 3

/** Puts a new secret in the place of the one that a setting keeps; `before` keeps the last few there were, the newest first. */
export async function changeKey(db: Db, { setting, before, to }: Record<'setting' | 'before' | 'to', string>) {
  await sql`with old as (select value from setting where key = ${setting}), kept as (
      insert into setting as s (key, value) select ${before}, jsonb_build_array(value) from old
      on conflict (key) do update set value = jsonb_path_query_array(excluded.value || s.value, ${`$[0 to ${MOST_BEFORE - 1}]`}::jsonpath))
    insert into setting as s (key, value) values (${setting}, ${JSON.stringify(to)}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = now()`.execute(db)
}

/** The secrets that a setting kept before, the newest first. */
export async function keysBefore(db: Db, before: string): Promise<string[]> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', before).executeTakeFirst()
  return (row?.value ?? []) as string[]
}
