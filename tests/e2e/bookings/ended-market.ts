import { openEmbedded } from '#db/database.ts'
import { readEnv } from '#server/platform/env.ts'
import { endedAppointment } from '#server/reviews/ended-appointment.ts'
import { reviewPath } from '#server/reviews/review-key.ts'
import { fillDirectory } from '#server/test-databases.ts'

// Run by node with a directory: fills it with the sample market and an appointment of Ana's with Mia that is over, and says where both review it.
await fillDirectory(process.argv[2] as string)
const database = await openEmbedded(process.argv[2] as string)
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
