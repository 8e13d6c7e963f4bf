import { createHmac } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { secretOf } from '#server/platform/settings.ts'
import { emailKey } from '#contract/accounts/parse-email.ts'

/** Whose use of a code it is: their address under a secret of the site's, the same however it is written. Not inside a transaction. */
export async function personOf(database: Database, email: string): Promise<Buffer> {
  return createHmac('sha256', await secretOf(database, 'promo_secret'))
    .update(emailKey(email))
    .digest()
}
