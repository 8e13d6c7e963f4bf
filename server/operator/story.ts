import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toMajor } from '#contract/money.ts'
import type { operatorStory, ReportedMessage } from '#contract/operator/story.ts'
import type { Context } from '#server/platform/context.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { fetchStory, findConversationPeople, listLastMessages } from './story.queries.ts'
import { getNoteSubject } from './notes.ts'
import { listBookingsOfTeam, listMessagesOfTeam } from '#server/party/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/refusal.ts'

export async function getStory(
  ctx: Context,
  { kind, cursor, ...whose }: InputOf<typeof operatorStory.story>,
): Promise<OutputOf<typeof operatorStory.story>> {
  const both = await getNoteSubject(ctx, whose)
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
      sum: minor === null || currency === null ? null : { amount: toMajor(Number(minor)), currency },
      about,
      refId: ref_id,
    })),
    nextCursor,
  }
}

/** Logs the stated reason first. */
export const openTalk = (
  ctx: Context,
  { conversationId, reason }: InputOf<typeof operatorStory.openTalk>,
): Promise<OutputOf<typeof operatorStory.openTalk>> =>
  ctx.transaction((inner) => readReportedMessages(inner, conversationId, reason, mostWords))

/** Logs the stated reason first. */
export const openTeamTalk = (
  ctx: Context,
  { appointmentId, reason }: InputOf<typeof operatorStory.openTeamTalk>,
): Promise<OutputOf<typeof operatorStory.openTeamTalk>> =>
  ctx.transaction(async (tx) => {
    const bookings = await listBookingsOfTeam(tx.db, appointmentId)
    const [first] = bookings
    if (!first) throw new Refusal('not_found')
    const teamId = first.team_up_id
    const customer = first.customer ?? ''
    const artists = [...new Set(bookings.map(({ name }) => name))].join(', ')
    await recordAudit(tx, {
      act: 'conversation.read',
      subject: { kind: 'team', id: teamId, name: `${customer}, ${artists}` },
      reason,
    })
    await recordAccess(tx, {
      what: 'conversation',
      subjectId: teamId,
      of: [first.account_id, ...bookings.map(({ artist_account }) => artist_account)],
    })
    const latest = await listMessagesOfTeam(tx.db, teamId, null, mostWords)
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

const mostWords = 200

/** Logs the access with its reason in the same transaction. */
export async function readReportedMessages(
  ctx: Context,
  conversationId: string,
  reason: string,
  most: number,
): Promise<{ words: ReportedMessage[]; customer: string; provider: string }> {
  const talkers = await findConversationPeople(ctx.db, conversationId)
  if (!talkers) throw new Refusal('not_found')
  const { customer, provider } = talkers
  await recordAudit(ctx, {
    act: 'conversation.read',
    subject: { kind: 'conversation', id: conversationId, name: `${customer}, ${provider}` },
    reason,
  })
  await recordAccess(ctx, {
    what: 'conversation',
    subjectId: conversationId,
    of: [talkers.customer_id, talkers.provider_id],
  })
  const words = await listLastMessages(ctx.db, conversationId, most)
  return {
    customer,
    provider,
    words: words.map(({ side, kind, text, files, at }) => ({
      from: side as ReportedMessage['from'],
      name: null,
      kind,
      text,
      pictures: files.map((src) => ({ src, alt: '' })),
      at: at.toISOString(),
    })),
  }
}
