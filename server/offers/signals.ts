import { roundSpot } from '#server/places/index.ts'
import { toPercent } from '#contract/format.ts'
import { setSignals } from '#server/providers/index.ts'
import type { Context } from '#server/platform/context.ts'
import { findLastAnswers, getSlowerNearby } from './signals.queries.ts'
import { markCounted, listQuestionsToCount } from '#server/messaging/index.ts'

const LEAST = 5

/** Uses the last 50 requests; none below five. Runs in the caller's transaction. */
export async function saveSignals(ctx: Context, providerId: string): Promise<void> {
  const answers = await findLastAnswers(ctx.db, providerId, 50)
  if (answers.length < LEAST) return
  const minutes = answers.flatMap((answer) => answer.minutes ?? []).sort((a, b) => a - b)
  const middle = minutes[Math.floor(minutes.length / 2)]
  await setSignals(ctx.db, providerId, {
    answered_percent: Math.round(toPercent(minutes.length, answers.length)),
    ...(minutes.length >= LEAST && middle !== undefined ? { answer_minutes: Math.max(1, Math.round(middle)) } : {}),
  })
}

/** Usual response time in minutes, and the share of slower artists nearby in tenths; null if unknown. */
export async function getReplyTimes(
  ctx: Context,
  { id, lat, lng, answer_minutes: minutes }: { id: string; lat: number; lng: number; answer_minutes: number | null },
): Promise<{ minutes: number | null; fasterThan: number | null }> {
  if (minutes === null) return { minutes, fasterThan: null }
  const { known, slower } = await getSlowerNearby(ctx.db, { id, at: roundSpot({ lat, lng }), minutes })
  // Ten of ten only if all are slower.
  const inTen = slower === known ? 10 : Math.min(9, Math.round((10 * slower) / known))
  return { minutes, fasterThan: known < LEAST ? null : inTen }
}

/** A question counts as unanswered after this time. */
const LEFT_MS = 48 * 3_600_000
const AT_ONCE = 200

/** Counts each question once: answered, or unanswered for two days. */
export async function countQuestions(ctx: Context): Promise<void> {
  const left = new Date(ctx.now.getTime() - LEFT_MS)
  for (const { id, provider_id } of await listQuestionsToCount(ctx.db, left, AT_ONCE))
    await ctx.transaction(async (tx) => {
      if (await markCounted(tx.db, id, tx.now)) await saveSignals(tx, provider_id)
    })
}
