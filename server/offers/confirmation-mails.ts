import { countOf } from '#contract/i18n/counts.ts'
import type { Values } from '#contract/i18n/messages.ts'
import { type AccountRow, toAddressee, createLink } from '#server/accounts/index.ts'
import { notify, type Sender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { RequestRow } from './requests.queries.ts'
import { getTimeVariant, pageOf, notifyProvider, buildNoticeValues } from './offer-notices.ts'
import { getFacts } from './offer-notices.queries.ts'
import { addSystemMessage } from '#server/messaging/index.ts'
import { announceEvent } from '#server/platform/live/announce.ts'

export async function sendConfirmation(
  ctx: Context,
  sender: Sender,
  account: Pick<AccountRow, 'id' | 'email' | 'name' | 'country_code'>,
  searchId: string,
  waiting: readonly RequestRow[],
): Promise<void> {
  const { token, code } = await createLink(ctx, {
    purpose: 'confirm_request',
    accountId: account.id,
    email: account.email,
    detail: { searchId },
  })
  const facts = []
  for (const request of waiting) facts.push(await getFacts(ctx.db, request.id, request.quote_id))
  const [first] = facts
  if (!first) return
  const values: Values = {
    ...buildNoticeValues(ctx, first, 'customer'),
    code,
    names: listed(facts.map((fact) => fact.provider)),
    artists: countOf('artists', facts.length),
  }
  await notify(ctx, sender, {
    kind: 'request.confirm',
    to: toAddressee(account),
    ...getTimeVariant(first),
    values,
    path: `/verify/request/${token}`,
  })
}

/** Notifies artists and customer and posts to the conversation. Runs in the caller's transaction. */
export async function deliverRequests(ctx: Context, sender: Sender, made: readonly RequestRow[]): Promise<void> {
  const facts = []
  for (const request of made) {
    const fact = await getFacts(ctx.db, request.id, request.quote_id)
    facts.push(fact)
    const values = buildNoticeValues(ctx, fact, 'provider')
    const change = request.replaces
      ? [
          values.date,
          values.time ? `${fact.timeConstraint === 'start' ? 'starting at' : 'ready by'} ${values.time}` : null,
          values.people,
        ]
          .filter(Boolean)
          .join(', ')
      : null
    await notifyProvider(ctx, sender, request, request.replaces ? 'request.changed' : 'request.new', {
      values: { change },
    })
    await addSystemMessage(ctx, {
      searchId: request.search_id,
      accountId: request.account_id,
      providerId: request.provider_id,
      kind: 'request',
      values,
    })
    if (fact.providerAccount)
      await announceEvent(ctx, { to: [`account:${fact.providerAccount}`], kind: 'request.new', ref: request.id })
  }
  const [first] = facts
  if (!first) return
  const to = {
    email: first.customerEmail,
    name: first.customer,
    accountId: first.customerAccount,
    country: first.country,
  }
  const last = new Date(Math.max(...made.map((request) => request.ends_at.getTime())))
  await notify(ctx, sender, {
    kind: 'request.sent',
    to,
    path: pageOf(first),
    ...getTimeVariant(first),
    fact: `request.sent ${made[0]?.id}`,
    values: { ...buildNoticeValues(ctx, first, 'customer', last), names: listed(facts.map((fact) => fact.provider)) },
  })
  await announceEvent(ctx, {
    to: [`account:${first.customerAccount}`, `search:${first.searchId}`],
    kind: 'request.sent',
    ref: first.searchId,
  })
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
