import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { major } from '#contract/money.ts'
import type { operatorStory } from '#contract/operator/story.ts'
import type { Context } from '#server/platform/context.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { fetchStory } from './story-queries.ts'
import { bothOf } from './whose.ts'

/** What happened with a person, or with an artist, newest first. */
export async function showStory(
  ctx: Context,
  { kind, cursor, ...whose }: InputOf<typeof operatorStory.story>,
): Promise<OutputOf<typeof operatorStory.story>> {
  const both = await bothOf(ctx, whose)
  const of =
    both.asked === 'account' ? { accountId: both.accountId as string } : { providerId: both.providerId as string }
  const { rows, nextCursor } = await fetchStory(ctx.db, { of, both, kind, cursor })
  await recordAccess(ctx, {
    what: 'person',
    subjectId: both.accountId ?? both.providerId ?? '',
    of: [both.accountId, ...rows.map((row) => row.with_id)],
  })
  return {
    entries: rows.map(({ id, at, kind: what, name, what: text, minor, currency, about, ref_id }) => ({
      id,
      at: new Date(at).toISOString(),
      kind: what,
      name,
      what: text,
      sum: minor === null || currency === null ? null : { amount: major(Number(minor)), currency },
      about,
      refId: ref_id,
    })),
    nextCursor,
  }
}
