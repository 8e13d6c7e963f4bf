import { claimSearch } from '#server/search/door.ts'
import type { Values } from '#contract/words.ts'
import { counted } from '#contract/words.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { minor } from '#contract/money.ts'
import { mayAskFor, requestEnds } from '#contract/offers/lifecycle-request.ts'
import type { requests } from '#contract/offers/requests.ts'
import type { CountryCode } from '#contract/values.ts'
import type { AccountRow } from '#server/accounts/door.ts'
import { addressOf } from '#server/accounts/registering/door.ts'
import { makeLink, ownerByMail, spendCode, spendLink, welcome } from '#server/accounts/links/door.ts'
import { sayEvent } from '#server/messaging/door.ts'
import { notify, type Sender, senderOf } from '#server/notifications/door.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { dayOf } from '#server/platform/event-day.ts'
import { setAct } from '#server/search/acts/door.ts'
import type { QuoteBody } from '#server/search/locked-quotes/door.ts'
import { quotesById } from '#server/offers/present-queries.ts'
import { moveRequest, eventKeyOf, liveOfEvent, lockEvent, placeOfSearch, type RequestRow } from './request-queries.ts'
import { tellProvider, valuesOf } from '#server/offers/tell.ts'
import { factsOf } from '#server/offers/tell-queries.ts'

type Confirmed = OutputOf<typeof requests.confirm>

/** Lets the requests out that waited for the link of a mail, and signs its reader in. */
export async function confirmRequest(ctx: Context, { token }: InputOf<typeof requests.confirm>): Promise<Confirmed> {
  const sender = await senderOf(ctx)
  return ctx.transaction(async (tx) =>
    confirmed(tx, sender, await spendLink(tx, 'confirm_request', token), 'magic_link'),
  )
}

/** The same by the six digits of the mail. */
export async function confirmRequestByCode(
  ctx: Context,
  { email, code }: InputOf<typeof requests.confirmCode>,
): Promise<Confirmed> {
  const [sender, spent] = [await senderOf(ctx), await spendCode(ctx, 'confirm_request', email, code)]
  return ctx.transaction((tx) => confirmed(tx, sender, spent, 'code'))
}

async function confirmed(
  ctx: Context,
  sender: Sender,
  spent: Parameters<typeof ownerByMail>[1],
  how: 'magic_link' | 'code',
): Promise<Confirmed> {
  const account = await ownerByMail(ctx, spent)
  const { searchId } = spent.detail as { searchId: string }
  // The link has shown that whoever searched is whoever reads this address.
  await claimSearch(ctx.db, searchId, account.id)
  const eventKey = await eventKeyOf(ctx.db, searchId)
  await lockEvent(ctx.db, eventKey)
  const waiting = (await liveOfEvent(ctx.db, eventKey)).filter(
    (request) => request.state === 'unconfirmed' && request.account_id === account.id,
  )
  const out: RequestRow[] = []
  for (const request of waiting) {
    const body = (await quotesById(ctx.db, [request.quote_id])).get(request.quote_id) as QuoteBody
    const planned = body.plan ? Date.parse(body.plan.arriveAt) : null
    if (request.ends_at <= ctx.now || !mayAskFor(planned, ctx.now.getTime())) continue
    const ends_at = new Date(
      requestEnds(
        ctx.now.getTime(),
        planned ?? dayOf(request.event_date, (await placeOfSearch(ctx.db, request.search_id)).tz).at(300),
      ),
    )
    if (!(await moveRequest(ctx.db, request.id, 'confirm', { confirmed_at: ctx.now, ends_at }))) continue
    await setAct(ctx, {
      searchId: request.search_id,
      providerId: request.provider_id,
      state: 'requested',
      mode: request.mode,
      quoteId: request.quote_id,
      totalMinor: minor(body.total),
      depositMinor: minor(body.deposit),
      until: ends_at,
    })
    out.push({ ...request, state: 'requested', confirmed_at: ctx.now, ends_at })
  }
  if (out.length > 0) await putBefore(ctx, sender, out)
  const last = Math.max(...out.map((request) => request.ends_at.getTime()))
  const { tz, country_code } = await placeOfSearch(ctx.db, searchId)
  return {
    ...(await welcome(ctx, account, how)),
    path: `/quotes/${searchId}`,
    sent: out.length,
    endsAt: out.length ? new Date(last).toISOString() : null,
    timeZone: tz,
    countryCode: country_code as CountryCode,
  }
}

/** Puts confirmed requests before their artists: a notice to each, one to whoever asked, and a line in the conversation. In the caller's transaction. */
export async function putBefore(ctx: Context, sender: Sender, made: readonly RequestRow[]): Promise<void> {
  const facts = []
  for (const request of made) {
    const fact = await factsOf(ctx.db, request.id, request.quote_id)
    facts.push(fact)
    const values = valuesOf(ctx, fact, 'provider')
    const change = request.replaces
      ? [values.date, values.time ? `ready by ${values.time}` : null, values.people].filter(Boolean).join(', ')
      : null
    await tellProvider(ctx, sender, request, request.replaces ? 'request.changed' : 'request.new', {
      values: { change },
    })
    await sayEvent(ctx, {
      searchId: request.search_id,
      accountId: request.account_id,
      providerId: request.provider_id,
      kind: 'request',
      values,
    })
    if (fact.providerAccount)
      await announce(ctx, { to: [`account:${fact.providerAccount}`], kind: 'request.new', ref: request.id })
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
    path: `/quotes/${first.searchId}`,
    fact: `request.sent ${made[0]?.id}`,
    values: { ...valuesOf(ctx, first, 'customer', last), names: listed(facts.map((fact) => fact.provider)) },
  })
  await announce(ctx, {
    to: [`account:${first.customerAccount}`, `search:${first.searchId}`],
    kind: 'request.sent',
    ref: first.searchId,
  })
}

/** Mails the link that lets requests out. In the caller's transaction. */
export async function sendConfirmation(
  ctx: Context,
  sender: Sender,
  account: Pick<AccountRow, 'id' | 'email' | 'name' | 'country_code'>,
  searchId: string,
  waiting: readonly RequestRow[],
): Promise<void> {
  const { token, code } = await makeLink(ctx, {
    purpose: 'confirm_request',
    accountId: account.id,
    email: account.email,
    detail: { searchId },
  })
  const facts = []
  for (const request of waiting) facts.push(await factsOf(ctx.db, request.id, request.quote_id))
  const [first] = facts
  if (!first) return
  const values: Values = {
    ...valuesOf(ctx, first, 'customer'),
    code,
    names: listed(facts.map((fact) => fact.provider)),
    artists: counted(facts.length, 'artist', 'artists'),
  }
  await notify(ctx, sender, {
    kind: 'request.confirm',
    to: addressOf(account),
    values,
    path: `/verify/request/${token}`,
  })
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
