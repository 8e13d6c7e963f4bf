import { type Notice, notifyAll, type Sender, getSender } from '#server/notifications/index.ts'
import { acceptOffer, endOpenRequests, listSearchesWithRequests } from '#server/offers/index.ts'
import type { Context } from '#server/platform/context.ts'
import { toFaultFields } from '#server/platform/log.ts'
import {
  insertBookingJob,
  lockBookedAppointments,
  postponeBookingJob,
  dequeueBookingJobs,
} from './confirm-booking.queries.ts'
import { addBookedMessages } from '#server/messaging/index.ts'
import { announceEvents } from '#server/platform/live/announce.ts'
import { setActs } from '#server/search/index.ts'
import {
  type AppointmentRow,
  getAudience,
  type BookingEvents,
  presentBookingFacts,
  createCalendarAttachment,
  buildNotice,
  type Parties,
  listPartiesOfAppointments,
  getAppointmentPath,
  publishBookingEvent,
  formatSheet,
  type Side,
} from '#server/appointments/index.ts'
import { createLinks } from '#server/accounts/index.ts'
import { runInBackground } from '#server/platform/work/background-work.ts'

const AT_ONCE = 50

/**
 * Finishes bookings in batches: emails, conversations, live events and superseded requests. Idempotent. If a batch
 * fails, its jobs run one by one, and the failing job is postponed.
 */
export async function processBookingJobs(ctx: Context): Promise<void> {
  const sender = await getSender(ctx)
  for (let most = AT_ONCE; ; ) {
    try {
      if ((await ctx.transaction((tx) => processSome(tx, sender, most))) < most) return
    } catch (fault) {
      if (most === 1) {
        ctx.log.error(toFaultFields(fault), 'work after a booking failed')
        await postponeBookingJob(ctx.db, ctx.now)
      }
      most = 1
    }
  }
}

async function processSome(ctx: Context, sender: Sender, most: number): Promise<number> {
  const ids = await dequeueBookingJobs(ctx.db, ctx.now, most)
  if (ids.length === 0) return 0
  const rows = await lockBookedAppointments(ctx.db, ids)
  if (rows.length === 0) return ids.length
  const asked = await listSearchesWithRequests(
    ctx.db,
    rows.filter((row) => !row.rescued_from).map((row) => row.search_id),
  )
  for (const { search_id: searchId, provider_id: providerId } of rows.filter((row) => asked.has(row.search_id))) {
    await acceptOffer(ctx, { searchId, providerId })
    await endOpenRequests(ctx, sender, { searchId, exceptProviderId: providerId })
  }
  await announceBookings(ctx, sender, rows)
  return ids.length
}

/** Publishes `bookingConfirmed` in the caller's transaction. */
export async function announceBookings(ctx: Context, sender: Sender, rows: readonly AppointmentRow[]): Promise<void> {
  const parties = await listPartiesOfAppointments(
    ctx.db,
    rows.map(({ id }) => id),
  )
  await publishBookingEvent(ctx, 'bookingConfirmed', { rows, parties, sender })
}

type Confirmed = BookingEvents['bookingConfirmed']

export const markQuotesBooked = (ctx: Context, { rows }: Confirmed) =>
  setActs(
    ctx,
    rows.map((row) => ({
      searchId: row.search_id,
      providerId: row.provider_id,
      state: 'booked',
      mode: row.mode,
      quoteId: row.quote_id,
      totalMinor: row.total_minor,
      depositMinor: row.deposit_minor,
    })),
  )

export const postConfirmed = (ctx: Context, { rows }: Confirmed): Promise<void> =>
  addBookedMessages(
    ctx,
    rows.map((row) => ({
      searchId: row.search_id,
      accountId: row.account_id as string,
      providerId: row.provider_id,
      values: { at: row.starts_at.toISOString(), timeZone: row.tz },
    })),
  )

export const publishConfirmed = (ctx: Context, { rows, parties }: Confirmed): Promise<void> =>
  announceEvents(
    ctx,
    rows.map((row) => ({
      to: getAudience(row, parties.get(row.id)?.providerAccount ?? null),
      kind: 'appointment.booked',
      ref: row.id,
    })),
  )

/**
 * Notifies both parties of each confirmed booking, with calendar file and run sheet. A customer without a password also
 * gets a sign-in link.
 */
export async function notifyConfirmed(
  ctx: Context,
  { rows, parties, sender }: BookingEvents['bookingConfirmed'],
): Promise<void> {
  const links = await linksFor(ctx, rows, parties)
  await notifyAll(
    ctx,
    sender,
    rows.flatMap((row) => {
      const both = parties.get(row.id)
      return both ? noticesOf(ctx, row, both, links.get(row.id)) : []
    }),
  )
}

type Link = { token: string; code: string }

// A sign-in link goes only to the account's own address, because a typed address may be someone else's.
async function linksFor(
  ctx: Context,
  rows: readonly AppointmentRow[],
  parties: ReadonlyMap<string, Parties>,
): Promise<ReadonlyMap<string, Link>> {
  const wanted = rows.flatMap((row) => {
    const { customerEmail: email, password_hash: password } = parties.get(row.id) ?? {}
    return row.account_id && email && !password ? [{ row, accountId: row.account_id, email }] : []
  })
  const links = await createLinks(
    ctx,
    wanted.map(({ row, accountId, email }) => ({
      purpose: 'magic_link',
      accountId,
      email,
      detail: { path: getAppointmentPath(row, 'customer') },
    })),
  )
  return new Map(wanted.flatMap(({ row }, n) => (links[n] ? [[row.id, links[n]]] : [])))
}

function noticesOf(ctx: Context, row: AppointmentRow, parties: Parties, link: Link | undefined): Notice[] {
  const sheet = {
    name: 'run-sheet.txt',
    type: 'text/plain; charset=utf-8',
    content: formatSheet(row, parties.provider),
  }
  const factsFor = (to: Side) =>
    presentBookingFacts(ctx, row, parties, { to, link: `${ctx.env.publicUrl}${getAppointmentPath(row, to)}` })
  return [
    buildNotice(ctx, row, parties, 'customer', 'booking.confirmed.customer', {
      fact: `booked customer ${row.id}`,
      attachments: [sheet, createCalendarAttachment(ctx, row, parties, 'customer')],
      secret: link !== undefined,
      facts: factsFor('customer'),
      ...(link ? { path: `/login/magic-link/${link.token}` } : {}),
      values: { code: link?.code ?? null },
    }),
    buildNotice(ctx, row, parties, 'provider', 'booking.confirmed.provider', {
      fact: `booked provider ${row.id}`,
      facts: factsFor('provider'),
      attachments: [sheet, createCalendarAttachment(ctx, row, parties, 'provider')],
    }),
  ].filter((notice) => notice !== null)
}

/** Enqueues the job in the booking's transaction and starts it after commit. */
export async function scheduleBookingJob(ctx: Context, appointmentId: string): Promise<void> {
  await insertBookingJob(ctx.db, appointmentId, ctx.now)
  ctx.afterCommit(() => runInBackground(ctx, 'work-booked'))
}
