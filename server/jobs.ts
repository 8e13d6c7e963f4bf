import { sweepUploads } from './pictures/door.ts'
import { forgetPastLinks } from './accounts/door.ts'
import type { Job } from './platform/jobs.ts'
import { forgetOldCalls } from './platform/limits.ts'
import { purgeIdentity } from './signup/purge-identity.ts'

/** Everything that runs by the clock, domain by domain. */
export const jobs: readonly Job[] = [
  { name: 'forget-past-links', cron: '25 * * * *', run: forgetPastLinks },
  { name: 'forget-old-calls', cron: '*/20 * * * *', run: (ctx) => forgetOldCalls(ctx.db, ctx.now) },
  { name: 'sweep-uploads', cron: '17 * * * *', run: sweepUploads },
  { name: 'purge-identity', cron: '41 * * * *', run: purgeIdentity },
]
