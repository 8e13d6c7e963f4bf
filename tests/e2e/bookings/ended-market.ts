import { dayAfter } from '#tests/e2e/market.ts'
import { openEmbedded, openPostgres } from '#db/database.ts'
import { readEnv } from '#server/platform/env.ts'
import { createEndedAppointment } from '#server/testing/bookings.ts'
import { getReviewPath } from '#server/reviews/reviews.ts'
import { fillDirectory } from '#server/test-databases.ts'

// Command: fills a directory with the sample market (or uses MARKET_DATABASE_URL) and a past appointment of Ana with
// Mia. Prints both review links.
const directory = process.argv[2] as string
const url = process.env['MARKET_DATABASE_URL']
if (!url) await fillDirectory(directory)
const database = url ? await openPostgres(url) : await openEmbedded(directory)
const { id: providerId } = await database.db
  .selectFrom('provider')
  .select('id')
  .where('slug', '=', 'mia-hollis')
  .executeTakeFirstOrThrow()
const { id } = await createEndedAppointment({ database }, { providerId, endsAt: new Date(`${dayAfter(0)}T08:00:00Z`) })
const env = readEnv({ DATA_DIR: directory })
process.stdout.write(
  JSON.stringify({
    appointment: id,
    customer: await getReviewPath({ database, env }, id, 'customer'),
    provider: await getReviewPath({ database, env }, id, 'provider'),
  }),
)
await database.close()
