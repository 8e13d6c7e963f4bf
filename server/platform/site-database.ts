import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openEmbedded, openPostgres } from '#db/database.ts'
import type { Env } from './env.ts'

/**
 * Opens the database of an existing site for a command. Throws if none is configured or found, because the command
 * would otherwise create an empty site.
 */
export async function openSiteDatabase(env: Env): Promise<Database> {
  if (env.DATABASE_URL) return openPostgres(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL)
  if (!existsSync(join(env.DATA_DIR, 'pg')))
    throw new Error(
      `There is no database in ${env.DATA_DIR}, and DATABASE_URL is not set. Run this command with the configuration of the site, for example node --env-file=/etc/primp.env (docs/operating.md). A new site with an embedded database creates it at its first start.`,
    )
  return openEmbedded(env.DATA_DIR)
}
