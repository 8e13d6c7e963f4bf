import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/**
 * Lets one transaction at a time check and use up a limit of this name, until it ends. A limit that is checked by
 * counting rows needs it: without it, of many calls at once each counts the rows before any has added its own.
 */
export const lockLimit = async (db: Db, name: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('limit ' || ${name}, 0))`.execute(db)
}
