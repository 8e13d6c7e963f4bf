import { openEmbedded } from '#db/database.ts'
import { fillDatabase } from '#db/fill.ts'
import { migrate } from '#db/migrate.ts'
import { readEnv } from '#server/platform/env.ts'
import { endedAppointment } from '#server/reviews/ended-appointment.ts'
import { reviewPath } from '#server/reviews/review-key.ts'

// Run by node with a directory: fills it with the sample market and an appointment of Ana's with Mia that is over, and says where both review it.
const database = await openEmbedded(process.argv[2] as string)
await migrate(database)
await fillDatabase(database, { sample: true, say: () => {} })
const { id: providerId } = await database.db
  .selectFrom('provider')
  .select('id')
  .where('slug', '=', 'mia-hollis')
  .executeTakeFirstOrThrow()
const { id } = await endedAppointment({ database }, { providerId, endsAt: new Date('2026-11-20T08:00:00Z') })
const env = readEnv({ DATA_DIR: process.argv[2] })
process.stdout.write(
  JSON.stringify({
    appointment: id,
    customer: await reviewPath({ database, env }, id, 'customer'),
    provider: await reviewPath({ database, env }, id, 'provider'),
  }),
)
await database.close()
