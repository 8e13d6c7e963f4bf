import { notify, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { addressOf, firstLineOf, pathOf } from './talk.ts'
import { markTeamTold, membersOf, readerOf, readsOf, untoldTeams } from '#server/bookings/team-up/talk-queries.ts'

const AT_ONCE = 200
const COLLECTED_MS = 15 * 60_000

/** Mails those of a team who have not read what was said a quarter of an hour ago: one mail to each for all of it. */
export async function tellTeamTalk(ctx: Context): Promise<void> {
  const sender = await senderOf(ctx)
  for (const teamId of await untoldTeams(ctx.db, new Date(ctx.now.getTime() - COLLECTED_MS), AT_ONCE))
    await ctx.transaction(async (tx) => {
      const [told, members, reads] = [
        await markTeamTold(tx.db, teamId, tx.now),
        await membersOf(tx.db, teamId),
        await readsOf(tx.db, teamId),
      ]
      for (const member of members) {
        const reader = readerOf(member)
        const unread = told.filter(
          ({ id, provider_id }) => provider_id !== member.providerId && Number(id) > (reads.get(reader) ?? 0),
        )
        const last = unread.at(-1)
        if (!last || !member.email) continue
        await notify(tx, sender, {
          kind: 'team.message',
          to: addressOf(member),
          by: ['mail'],
          path: pathOf(teamId, member),
          values: {
            name: members.find(({ providerId }) => providerId === last.provider_id)?.name ?? '',
            firstLine: firstLineOf(last.text),
          },
          fact: `team.told ${teamId} ${reader} ${unread[0]?.id}`,
        })
      }
    })
}
