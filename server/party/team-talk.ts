import { getProviderAppointment } from '#server/appointments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  getArtistName,
  insertTeamMessage,
  markTeamTold,
  type Member,
  listMembers,
  listMessagesOfTeam,
  getReaderKey,
  listReadPositions,
  saveTeamRead,
  findTeamOfAppointment,
  listTeamsToNotify,
} from './team-talk.queries.ts'
import type { teamTalk, TeamTalk } from '#contract/party/team-talk.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { getCallerTeam } from '#server/search/index.ts'
import { truncate } from '#contract/text.ts'
import type { Db } from '#db/database.ts'
import { isBlocked } from '#server/messaging/index.ts'
import { notify, type Sender, getSender } from '#server/notifications/index.ts'
import { announceEvent } from '#server/platform/live/announce.ts'

/** Throws `not_found` without a team or after the artist has left it. */
async function getCallerTeamMember(ctx: Context, appointmentId: string): Promise<Talker> {
  const { id, provider_id } = await getProviderAppointment(ctx, appointmentId)
  const teamId = await findTeamOfAppointment(ctx.db, id)
  if (!teamId) throw new Refusal('not_found')
  return { teamId, providerId: provider_id }
}

export const readOwnTeamTalk = async (
  ctx: Context,
  { appointmentId, before }: InputOf<typeof teamTalk.readAsProvider>,
): Promise<OutputOf<typeof teamTalk.readAsProvider>> =>
  readTalk(ctx, await getCallerTeamMember(ctx, appointmentId), before)

export async function readTeamTalk(
  ctx: Context,
  { teamId, before }: InputOf<typeof teamTalk.read>,
): Promise<OutputOf<typeof teamTalk.read>> {
  await getCallerTeam(ctx, teamId)
  return readTalk(ctx, { teamId, providerId: null }, before)
}

const PAGE = 50
const LONGEST = 120

type Talker = { teamId: string; providerId: string | null }

async function readTalk(ctx: Context, { teamId, providerId }: Talker, before: number | null = null): Promise<TeamTalk> {
  const members = await listMembers(ctx.db, teamId)
  const rows = await listMessagesOfTeam(ctx.db, teamId, before, PAGE + 1)
  const shown = rows.slice(0, PAGE)
  const [newest] = shown
  if (newest && before === null) await saveTeamRead(ctx.db, teamId, getReaderKey({ providerId }), Number(newest.id))
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

/** Sends a live event now, and a mail if the message stays unread. */
async function writeTalk(ctx: Context, talker: Talker, text: string): Promise<TeamTalk> {
  const sender = await getSender(ctx)
  return ctx.idempotent(async (tx) => {
    const members = await listMembers(tx.db, talker.teamId)
    const me = members.find(({ providerId }) => providerId === talker.providerId)
    if (!me || members.length < 2) throw new Refusal('conversation_closed')
    const blocked = await listBlockedArtists(tx.db, members)
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
        fact: `team.message ${id} ${getReaderKey(other)}`,
      })
    }
    await announceEvent(tx, {
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

/** Returns the artists of a team with a block between them and the customer. */
async function listBlockedArtists(db: Db, members: readonly Member[]): Promise<ReadonlySet<string | null>> {
  const customer = members.find(({ providerId }) => providerId === null)?.accountId
  const blocked = new Set<string | null>()
  for (const { providerId } of members)
    if (customer && providerId && (await isBlocked(db, customer, providerId))) blocked.add(providerId)
  return blocked
}

/** Returns whether the two are the customer and a blocked artist. */
const isApart = (
  one: Pick<Member, 'providerId'>,
  other: Pick<Member, 'providerId'>,
  blocked: ReadonlySet<string | null>,
): boolean =>
  (one.providerId === null && blocked.has(other.providerId)) ||
  (other.providerId === null && blocked.has(one.providerId))

const addressOf = ({ email, name, accountId, country }: Member) => ({
  email: email ?? '',
  name,
  accountId,
  country,
})

const pathOf = (teamId: string, { providerId, appointmentId }: Member): string =>
  providerId === null ? `/teams/${teamId}#talk` : `/dashboard/appointments/${appointmentId}#talk`

function firstLineOf(text: string): string {
  const line =
    text
      .split('\n')
      .find((part) => part.trim())
      ?.trim() ?? ''
  return line.length > LONGEST ? `${truncate(line, LONGEST - 1).trimEnd()}…` : line
}

export const writeOwnTeamTalk = async (
  ctx: Context,
  { appointmentId, text }: InputOf<typeof teamTalk.writeAsProvider>,
): Promise<OutputOf<typeof teamTalk.writeAsProvider>> =>
  writeTalk(ctx, await getCallerTeamMember(ctx, appointmentId), text)

export async function writeTeamTalk(
  ctx: Context,
  { teamId, text }: InputOf<typeof teamTalk.write>,
): Promise<OutputOf<typeof teamTalk.write>> {
  await getCallerTeam(ctx, teamId)
  return writeTalk(ctx, { teamId, providerId: null }, text)
}

const AT_ONCE = 200
const COLLECTED_MS = 15 * 60_000

/** Mails members who have not read messages for 15 minutes, one mail each. */
export async function notifyUnreadTeamMessages(ctx: Context): Promise<void> {
  const sender = await getSender(ctx)
  const faults: unknown[] = []
  for (const teamId of await listTeamsToNotify(ctx.db, new Date(ctx.now.getTime() - COLLECTED_MS), AT_ONCE))
    await notifyTeam(ctx, sender, teamId).catch((fault) => faults.push(fault))
  // One failure does not stop the others.
  if (faults.length > 0) throw new AggregateError(faults, 'notifying some teams about messages failed')
}

const notifyTeam = (ctx: Context, sender: Sender, teamId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const [told, members, reads] = [
      await markTeamTold(tx.db, teamId, tx.now),
      await listMembers(tx.db, teamId),
      await listReadPositions(tx.db, teamId),
    ]
    const blocked = await listBlockedArtists(tx.db, members)
    for (const member of members) {
      const reader = getReaderKey(member)
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
          // Includes artists who have left.
          name: last.provider_id ? await getArtistName(tx.db, last.provider_id) : (members[0]?.name ?? ''),
          firstLine: firstLineOf(last.text),
        },
        fact: `team.told ${teamId} ${reader} ${unread[0]?.id}`,
      })
    }
  })
