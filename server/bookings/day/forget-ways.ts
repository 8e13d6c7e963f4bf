import type { Context } from '#server/platform/context.ts'
import { forgetWaysBefore } from './way-queries.ts'

/** Deletes ways that were shared as long as that goes; what ends sooner is deleted as it ends. */
export async function forgetWays({ db, now }: Context): Promise<void> {
  await forgetWaysBefore(db, now)
}
