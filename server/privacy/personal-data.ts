import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { toMajor } from '#contract/money.ts'
import {
  type PersonalData,
  type PaymentEntry,
  personalDataLimits,
  type personalData,
} from '#contract/privacy/personal-data.ts'
import type { CountryCode } from '#contract/values.ts'
import {
  assertNotHeld,
  countLinksSince,
  createLink,
  findAccountByEmail,
  findEndedLink,
  findLegalHold,
  getReceiptsEnd,
  redeemLink,
  runInConstantTime,
} from '#server/accounts/index.ts'
import { normaliseEmail } from '#contract/accounts/parse-email.ts'
import {
  forwardClientRequest,
  getRequestDeadline,
  listClientRequests,
  listOwnClientsOfEmail,
} from '#server/calendar/index.ts'
import { getSender, notify } from '#server/notifications/index.ts'
import { correctGuestAnswers, eraseGuestAnswers, listGuestsOfEmail } from '#server/party/index.ts'
import type { Context } from '#server/platform/context.ts'
import { lockLimit } from '#server/platform/http/limits.ts'
import { createFieldRefusal, Refusal } from '#server/platform/refusal.ts'
import {
  deleteAlert,
  deleteWorkElsewhere,
  eraseVoucherRecipient,
  hasPersonalData,
  listAlerts,
  listReceivedVouchers,
  listSharePayments,
  listWorkElsewhere,
  renameVoucherRecipient,
} from './personal-data.queries.ts'

const HOUR_MS = 3_600_000

type Calls = typeof personalData

/** Mails a link if anything is saved with the address. Runs in constant time, so that it reveals nothing. */
export function sendPersonalDataLink(
  ctx: Context,
  { email }: InputOf<Calls['requestLink']>,
): Promise<OutputOf<Calls['requestLink']>> {
  return runInConstantTime(async () => {
    const sender = await getSender(ctx)
    if (await hasPersonalData(ctx.db, email))
      await ctx.transaction(async (tx) => {
        await lockLimit(tx.db, `links ${normaliseEmail(email)}`)
        const already = await countLinksSince(tx.db, 'personal_data', email, new Date(tx.now.getTime() - HOUR_MS))
        if (already >= personalDataLimits.linksAnHour) return
        const { token } = await createLink(tx, {
          purpose: 'personal_data',
          accountId: null,
          email,
          minutes: personalDataLimits.linkMinutes,
        })
        await notify(tx, sender, {
          kind: 'personal.data',
          to: { email },
          values: { email },
          path: `/your-data/${token}`,
        })
      })
    return { sent: true as const }
  })
}

export const openPersonalData = (ctx: Context, { token }: InputOf<Calls['open']>): Promise<OutputOf<Calls['open']>> =>
  ctx.transaction(async (tx) => {
    const { email } = await redeemLink(tx, 'personal_data', token)
    const minutes = personalDataLimits.pageMinutes
    const { token: key } = await createLink(tx, { purpose: 'personal_data_session', accountId: null, email, minutes })
    return { key, expiresAt: new Date(tx.now.getTime() + minutes * 60_000).toISOString() }
  })

/** Returns the proven address of a key. Throws `link_expired`. */
async function getEmailOfKey(ctx: Context, key: string): Promise<string> {
  const link = await findEndedLink(ctx, 'personal_data_session', key)
  if (!link || link.expires_at <= ctx.now) throw new Refusal('link_expired')
  return link.email
}

export async function readPersonalData(
  ctx: Context,
  { key }: InputOf<Calls['read']>,
): Promise<OutputOf<Calls['read']>> {
  return { data: await collectPersonalData(ctx, await getEmailOfKey(ctx, key)) }
}

/** Returns what is saved with an address, apart from an account. The caller must have checked access. */
export async function collectPersonalData(ctx: Context, email: string): Promise<PersonalData> {
  const { db } = ctx
  const account = await findAccountByEmail(db, email)
  const held = await findLegalHold(db, { email })
  const [guests, clients, vouchers] = [
    await listGuestsOfEmail(db, email),
    await listOwnClientsOfEmail(db, email),
    await listReceivedVouchers(db, email),
  ]
  const requests = await listClientRequests(
    db,
    clients.map(({ id }) => id),
  )
  const [payments, alerts, reviews] = [
    await listSharePayments(db, email),
    await listAlerts(db, email),
    await listWorkElsewhere(db, email),
  ]
  return {
    email,
    hasAccount: account !== undefined,
    isHeld: held !== undefined,
    guests: guests.map((row) => ({
      id: row.id,
      eventDate: row.event_date,
      countryCode: row.country_code as CountryCode,
      artist: row.provider_name,
      name: row.name,
      look: row.look,
      allergies: row.allergies,
      allergiesConsentAt: row.allergies_consent_at?.toISOString() ?? null,
    })),
    clients: clients.map((row) => ({
      id: row.id,
      artist: { name: row.provider_name, slug: row.provider_slug },
      name: row.name,
      email: row.email,
      phone: row.phone,
      address: row.address,
      allergies: row.allergies,
      appointments: Number(row.appointments),
      hasNotes: row.note !== '' || row.look !== '',
      requests: requests
        .filter(({ client_id }) => client_id === row.id)
        .map(({ kind, requested_at, done_at }) => ({
          kind: kind as 'correct' | 'delete',
          requestedAt: requested_at.toISOString(),
          dueAt: getRequestDeadline(requested_at).toISOString(),
          doneAt: done_at?.toISOString() ?? null,
        })),
    })),
    vouchers: vouchers.map((row) => ({
      id: row.id,
      number: Number(row.number),
      amount: toMajor(row.amount_minor),
      currency: row.currency as PaymentEntry['currency'],
      from: row.buyer_name,
      name: row.to_name,
      message: row.message,
      sentAt: (row.sent_at as Date).toISOString(),
    })),
    payments: payments.map((row) => ({
      id: row.id,
      number: Number(row.number),
      amount: toMajor(row.amount_minor),
      currency: row.currency as PaymentEntry['currency'],
      description: row.description,
      paidAt: (row.captured_at as Date).toISOString(),
      keptUntil: getReceiptsEnd(row.country_code as CountryCode, row.captured_at as Date),
    })),
    alerts: alerts.map(({ id, place, created_at }) => ({ id, place, createdAt: new Date(created_at).toISOString() })),
    reviews: reviews.map(({ id, provider_name, name, comments, invited_at }) => ({
      id,
      artist: provider_name,
      name,
      comments,
      invitedAt: invited_at.toISOString(),
    })),
  }
}

export async function correctGuestEntry(
  ctx: Context,
  { key, entryId, ...answer }: InputOf<Calls['correctGuest']>,
): Promise<OutputOf<Calls['correctGuest']>> {
  const email = await getEmailOfKey(ctx, key)
  return ctx.transaction(async (tx) => {
    const guest = (await listGuestsOfEmail(tx.db, email)).find(({ id }) => id === entryId)
    if (!guest) throw new Refusal('not_found')
    await correctGuestAnswers(tx, guest, answer)
    return { data: await collectPersonalData(tx, email) }
  })
}

export async function correctVoucherEntry(
  ctx: Context,
  { key, entryId, name }: InputOf<Calls['correctVoucher']>,
): Promise<OutputOf<Calls['correctVoucher']>> {
  const email = await getEmailOfKey(ctx, key)
  if (!(await renameVoucherRecipient(ctx.db, email, entryId, name))) throw new Refusal('not_found')
  return { data: await collectPersonalData(ctx, email) }
}

export async function requestFromArtist(
  ctx: Context,
  { key, entryId, kind, details }: InputOf<Calls['requestFromArtist']>,
): Promise<OutputOf<Calls['requestFromArtist']>> {
  const email = await getEmailOfKey(ctx, key)
  if (kind === 'correct' && !details) throw createFieldRefusal('correction_missing', 'details')
  const sender = await getSender(ctx)
  return ctx.transaction(async (tx) => {
    const client = (await listOwnClientsOfEmail(tx.db, email)).find(({ id }) => id === entryId)
    if (!client) throw new Refusal('not_found')
    await forwardClientRequest(tx, sender, client, { kind, details })
    return { data: await collectPersonalData(tx, email) }
  })
}

export async function eraseEntry(
  ctx: Context,
  { key, kind, entryId }: InputOf<Calls['erase']>,
): Promise<OutputOf<Calls['erase']>> {
  const email = await getEmailOfKey(ctx, key)
  if (kind !== 'alert' && !isUuid(entryId)) throw new Refusal('not_found')
  return ctx.transaction(async (tx) => {
    await assertNotHeld(tx, { email })
    const erased = {
      guest: () => eraseGuestEntry(tx, email, entryId),
      voucher: () => eraseVoucherRecipient(tx.db, email, entryId),
      alert: () => deleteAlert(tx.db, email, entryId),
      review: () => deleteWorkElsewhere(tx.db, email, entryId),
    }
    if ((await erased[kind]()) === 0) throw new Refusal('not_found')
    return { data: await collectPersonalData(tx, email) }
  })
}

const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

async function eraseGuestEntry(tx: Context, email: string, id: string): Promise<number> {
  const guest = (await listGuestsOfEmail(tx.db, email)).find((one) => one.id === id)
  if (guest) await eraseGuestAnswers(tx, guest)
  return guest ? 1 : 0
}
