import { truncate } from '#contract/text.ts'
import type { TeamTalk } from '#contract/bookings/team-up/team-talk.ts'
import type { Db } from '#db/database.ts'
import { isBlocked } from '#server/messaging/index.ts'
import { notify, senderOf } from '#server/notifications/index.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  insertTeamMessage,
  type Member,
  membersOf,
  messagesOfTeam,
  readerOf,
  saveTeamRead,
} from '#server/bookings/team-up/talk-queries.ts'

const PAGE = 50
const LONGEST = 120

/** A team and who of it the caller is: its customer, or one of its artists. */
export type Talker = { teamId: string; providerId: string | null }

/** The talk of a team as one of them reads it; what is shown counts as read. */
export async function readTalk(
  ctx: Context,
  { teamId, providerId }: Talker,
  before: number | null = null,
): Promise<TeamTalk> {
  const members = await membersOf(ctx.db, teamId)
  const rows = await messagesOfTeam(ctx.db, teamId, before, PAGE + 1)
  const shown = rows.slice(0, PAGE)
  const [newest] = shown
  if (newest && before === null) await saveTeamRead(ctx.db, teamId, readerOf({ providerId }), Number(newest.id))
  const customer = members.find((one) => one.providerId === null)?.name ?? ''
  return {
    messages: shown.toReversed().map(({ id, provider_id, artist, text, at }) => ({
      id: Number(id),
      from: provider_id === providerId ? 'you' : provider_id === null ? 'customer' : 'artist',
      name: artist ?? customer,
      text,
      at: at.toISOString(),
    })),
    earlier: rows.length > PAGE,
    others: members.filter((one) => one.providerId !== providerId).map(({ name }) => name),
    open: members.length > 1,
  }
}

/** Says something to everybody of a booked team: on their screens at once, by mail where it stays unread. */
export async function writeTalk(ctx: Context, talker: Talker, text: string): Promise<TeamTalk> {
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    const members = await membersOf(tx.db, talker.teamId)
    const me = members.find(({ providerId }) => providerId === talker.providerId)
    if (!me || members.length < 2) throw new Refusal('conversation_closed')
    const blocked = await blockedIn(tx.db, members)
    if (blocked.has(talker.providerId)) throw new Refusal('blocked')
    const { id } = await insertTeamMessage(tx.db, {
      team_up_id: talker.teamId,
      account_id: me.accountId,
      provider_id: me.providerId,
      text,
      at: tx.now,
    })
    for (const other of members) {
      if (other === me || !other.email || isApart(me, other, blocked)) continue
      await notify(tx, sender, {
        kind: 'team.message',
        to: addressOf(other),
        by: ['push'],
        path: pathOf(talker.teamId, other),
        values: { name: me.name, firstLine: firstLineOf(text) },
        fact: `team.message ${id} ${readerOf(other)}`,
      })
    }
    await announce(tx, {
      to: members.flatMap(({ accountId, appointmentId }) => [
        ...(accountId ? [`account:${accountId}`] : []),
        `appointment:${appointmentId}`,
      ]),
      kind: 'team.message',
      ref: talker.teamId,
    })
    return readTalk(tx, talker)
  })
}

/** The artists of a team with whom its customer has nothing to say: one of the two has blocked the other. */
export async function blockedIn(db: Db, members: readonly Member[]): Promise<ReadonlySet<string | null>> {
  const customer = members.find(({ providerId }) => providerId === null)?.accountId
  const blocked = new Set<string | null>()
  for (const { providerId } of members)
    if (customer && providerId && (await isBlocked(db, customer, providerId))) blocked.add(providerId)
  return blocked
}

/** Whether one of the two is the customer and the other an artist with whom there is a block. */
export const isApart = (
  one: Pick<Member, 'providerId'>,
  other: Pick<Member, 'providerId'>,
  blocked: ReadonlySet<string | null>,
): boolean =>
  (one.providerId === null && blocked.has(other.providerId)) ||
  (other.providerId === null && blocked.has(one.providerId))

export const addressOf = ({ email, name, accountId, country }: Member) => ({
  email: email ?? '',
  name,
  accountId,
  country,
})

/** Where one of a team reads what all of them say. */
export const pathOf = (teamId: string, { providerId, appointmentId }: Member): string =>
  providerId === null ? `/teams/${teamId}#talk` : `/dashboard/appointments/${appointmentId}#talk`

/** The first line of a message, as a notice shows it. */
export function firstLineOf(text: string): string {
  const line =
    text
      .split('\n')
      .find((part) => part.trim())
      ?.trim() ?? ''
  return line.length > LONGEST ? `${truncate(line, LONGEST - 1).trimEnd()}…` : line
}
