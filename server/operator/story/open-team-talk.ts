import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorStory } from '#contract/operator/story.ts'
import { bookingsOfTeam, messagesOfTeam } from '#server/bookings/team-up/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { mostWords } from './read-words.ts'

/** Opens what a customer and all artists of a booked team have written to each other, for a reason; without the trace of it nothing is read. */
export const openTeamTalk = (
  ctx: Context,
  { appointmentId, reason }: InputOf<typeof operatorStory.openTeamTalk>,
): Promise<OutputOf<typeof operatorStory.openTeamTalk>> =>
  ctx.transaction(async (tx) => {
    const bookings = await bookingsOfTeam(tx.db, appointmentId)
    const [first] = bookings
    if (!first) throw new Refusal('not_found')
    const teamId = first.team_up_id
    const customer = first.customer ?? ''
    const artists = [...new Set(bookings.map(({ name }) => name))].join(', ')
    await record(tx, {
      act: 'conversation.read',
      subject: { kind: 'team', id: teamId, name: `${customer}, ${artists}` },
      reason,
    })
    await recordAccess(tx, {
      what: 'conversation',
      subjectId: teamId,
      of: [first.account_id, ...bookings.map(({ artist_account }) => artist_account)],
    })
    const latest = await messagesOfTeam(tx.db, teamId, null, mostWords)
    return {
      customer,
      provider: artists,
      words: latest.toReversed().map(({ provider_id, artist, text, at }) => ({
        ...(provider_id ? { from: 'provider' as const, name: artist } : { from: 'customer' as const, name: null }),
        kind: 'text',
        text,
        pictures: [],
        at: at.toISOString(),
      })),
    }
  })
