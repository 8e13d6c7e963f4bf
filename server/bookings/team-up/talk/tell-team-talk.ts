import { notify, type Sender, senderOf } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { addressOf, blockedIn, firstLineOf, isApart, pathOf } from './talk.ts'
import {
  artistName,
  markTeamTold,
  membersOf,
  readerOf,
  readsOf,
  untoldTeams,
} from '#server/bookings/team-up/talk-queries.ts'

const AT_ONCE = 200
const COLLECTED_MS = 15 * 60_000

/** Mails those of a team who have not read what was said a quarter of an hour ago: one mail to each for all of it. */
export async function tellTeamTalk(ctx: Context): Promise<void> {
  const sender = await senderOf(ctx)
  const faults: unknown[] = []
  for (const teamId of await untoldTeams(ctx.db, new Date(ctx.now.getTime() - COLLECTED_MS), AT_ONCE))
    await tellTeam(ctx, sender, teamId).catch((fault) => faults.push(fault))
  // One that cannot be told holds up nobody else's.
  if (faults.length > 0) throw new AggregateError(faults, 'some teams were not told what was said')
}

const tellTeam = (ctx: Context, sender: Sender, teamId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const [told, members, reads] = [
      await markTeamTold(tx.db, teamId, tx.now),
      await membersOf(tx.db, teamId),
      await readsOf(tx.db, teamId),
    ]
    const blocked = await blockedIn(tx.db, members)
    for (const member of members) {
      const reader = readerOf(member)
      const unread = told.filter(
        ({ id, provider_id }) =>
          provider_id !== member.providerId &&
          Number(id) > (reads.get(reader) ?? 0) &&
          !isApart(member, { providerId: provider_id }, blocked),
      )
      const last = unread.at(-1)
      if (!last || !member.email) continue
      await notify(tx, sender, {
        kind: 'team.message',
        to: addressOf(member),
        by: ['mail'],
        path: pathOf(teamId, member),
        values: {
          // Also of one who comes no more.
          name: last.provider_id ? await artistName(tx.db, last.provider_id) : (members[0]?.name ?? ''),
          firstLine: firstLineOf(last.text),
        },
        fact: `team.told ${teamId} ${reader} ${unread[0]?.id}`,
      })
    }
  })
