import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { live } from '#contract/messaging/live.ts'
import type { Context } from '#server/platform/context.ts'
import { liveSince, liveSpan } from '#server/platform/live/live-queries.ts'

const MOST_AT_ONCE = 200

/** What has happened to the caller since an event, where a stream does not work. */
export async function listLiveEvents(
  ctx: Context,
  { after }: InputOf<typeof live.events>,
): Promise<OutputOf<typeof live.events>> {
  const { accountId, visitorHash: visitor } = ctx.viewer
  const audience = [
    ...(accountId ? [`account:${accountId}`] : []),
    ...(visitor ? [`visitor:${visitor.toString('hex')}`] : []),
  ]
  const { first, last } = await liveSpan(ctx.db)
  if (after === undefined) return { events: [], last, missed: false }
  if (after > last || after < first - 1) return { events: [], last, missed: true }
  const rows = audience.length ? await liveSince(ctx.db, audience, after, MOST_AT_ONCE) : []
  return {
    events: rows.map(({ id, kind, ref }) => ({ id, kind, ref })),
    last: rows.length === MOST_AT_ONCE ? (rows.at(-1)?.id ?? last) : last,
    missed: false,
  }
}
