import { sql } from 'kysely'
import { parseEmail } from '#contract/accounts/parse-email.ts'
import type { Database } from './database.ts'

const DONE = 'ascii-mail-domains'
const UNIQUE_VIOLATION = '23505'

const columns = [
  ['account', 'email'],
  ['account', 'pending_email'],
  ['freed_alert', 'email'],
  ['place_wait', 'email'],
  ['mail_confirmation', 'email'],
  ['partner', 'email'],
  ['own_client', 'email'],
] as const

/**
 * Converts stored email domains to ASCII, once per database, because new input is stored in ASCII and addresses are
 * compared as stored. Skips a row whose ASCII address already exists.
 */
export async function convertMailDomains({ db }: Database): Promise<void> {
  if (await db.selectFrom('data_load').select('name').where('name', '=', DONE).executeTakeFirst()) return
  for (const [table, column] of columns) {
    const { rows } = await sql<{ email: string }>`
      select distinct ${sql.ref(column)}::text as email from ${sql.table(table)} where ${sql.ref(column)}::text ~ '@.*[^ -~]'`.execute(
      db,
    )
    for (const { email } of rows) {
      const address = parseEmail(email)
      if (!address || address === email) continue
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${address} where ${sql.ref(column)}::text = ${email}`
        .execute(db)
        .catch((fault: { code?: string }) => {
          if (fault.code !== UNIQUE_VIOLATION) throw fault
        })
    }
  }
  await db
    .insertInto('data_load')
    .values({ name: DONE, fingerprint: '' })
    .onConflict((oc) => oc.doNothing())
    .execute()
}
