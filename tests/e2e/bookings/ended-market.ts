import { dayAfter } from '#tests/e2e/market.ts'
import { openEmbedded, openPostgres } from '#db/database.ts'
import { readEnv } from '#server/platform/env.ts'
import { createEndedAppointment } from '#server/testing/bookings.ts'
import { createLinkKey } from '#server/platform/http/act-key.ts'
import { getReviewPath } from '#server/reviews/reviews.ts'
import { fillDirectory } from '#server/test-databases.ts'

// Command: fills a directory with the sample market (or uses MARKET_DATABASE_URL) and a past appointment of Ana with
// Mia. Prints both review links and
// the link that opens the booking's messages without logging in.
const directory = process.argv[2] as string
const url = process.env['MARKET_DATABASE_URL']
if (!url) await fillDirectory(directory)
const database = url ? await openPostgres(url) : await openEmbedded(directory)
const { id: providerId } = await database.db
  .selectFrom('provider')
  .select('id')
  .where('slug', '=', 'mia-hollis')
  .executeTakeFirstOrThrow()
const { id, searchId } = await createEndedAppointment(
  { database },
  { providerId, endsAt: new Date(`${dayAfter(0)}T08:00:00Z`) },
)
const env = readEnv({ DATA_DIR: directory })
const ana = 'ana@primp.test'
const { id: accountId } = await database.db
  .selectFrom('account')
  .select('id')
  .where('email', '=', ana)
  .executeTakeFirstOrThrow()
const { id: conversationId } = await database.db
  .insertInto('conversation')
  .values({ search_id: searchId, account_id: accountId, provider_id: providerId, contacts_open_at: new Date() })
  .returning('id')
  .executeTakeFirstOrThrow()
await database.db
  .insertInto('message')
  .values({
    conversation_id: conversationId,
    side: 'provider',
    text: 'Is there a plug near the window?',
    at: new Date(`${dayAfter(0)}T05:00:00Z`),
  })
  .execute()
process.stdout.write(
  JSON.stringify({
    appointment: id,
    customer: await getReviewPath({ database, env }, id, 'customer'),
    provider: await getReviewPath({ database, env }, id, 'provider'),
    mailed: `/mails/booking/${await createLinkKey(database, env, 'booking', id, ana)}`,
  }),
)
await database.close()
