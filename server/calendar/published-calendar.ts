import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { createJobContext } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import {
  formatCalendarFile,
  calendarTexts,
  type Entry,
  toCalendarEvent,
  formatCalendar,
  findParties,
  getAppointmentPath,
  type PublishedEvent,
  type Reader,
  findSheetByKey,
} from '#server/appointments/index.ts'
import {
  listCalendarRows,
  markSeen,
  listOtherBusyTimes,
  findOwnerOfKey,
  saveCalendarKey,
  listVisitEntries,
  type VisitEntry,
} from './published-calendar.queries.ts'
import { type NamedAppointment, listPrivateAppointmentsSince } from './private-clients.queries.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { customerSearches } from '#contract/bookings/customer-dashboard.ts'
import type { Context } from '#server/platform/context.ts'
import { hashOfKey, openLinkKey, createLinkKey } from '#server/platform/http/act-key.ts'
import { createTranslator } from '#contract/i18n/messages.ts'

const YEAR_MS = 365 * 86_400_000

/**
 * Routes for `GET /v1/calendars/{key}.ics`, a person's calendar at its secret address, and `GET
 * /v1/run-sheets/{key}/calendar.ics`, one appointment for anyone with its link.
 */
export function createIcsRoutes(rig: Rig): Hono {
  const app = new Hono()
  app.use('/v1/calendars/*', etag())
  app.use('/v1/run-sheets/*', etag())
  app.get('/v1/calendars/:file', async (http) => {
    const key = /^([A-Za-z0-9_-]{32,40})\.ics$/.exec(http.req.param('file'))?.[1]
    const ctx = createJobContext(rig, 'calendar')
    const owner = key ? await findCalendarOwner(ctx, key) : undefined
    if (!owner || (owner.side === 'provider' && !owner.providerId)) throw new Refusal('not_found')
    const span = { since: new Date(ctx.now.getTime() - YEAR_MS), now: ctx.now }
    const forProvider = owner.side === 'provider'
    const whose = forProvider ? { providerId: owner.providerId as string } : { accountId: owner.accountId }
    const rows = await listCalendarRows(ctx.db, whose, span)
    const entries = rows.map((row) => ({
      row,
      name: forProvider ? row.requester.name : row.provider_name,
      address: row.mode === 'studio' ? row.studio_address : row.day.address,
      link: `${rig.env.publicUrl}${getAppointmentPath(row, forProvider ? 'provider' : 'customer')}`,
    }))
    const busy = forProvider ? await listOtherBusyTimes(ctx.db, owner.providerId as string, span) : []
    return file(
      formatCalendarFeed(entries, forProvider ? 'provider' : 'customer', {
        name: owner.providerName && forProvider ? owner.providerName : owner.name,
        tz: forProvider ? owner.tz : null,
        now: ctx.now,
        busy,
        visits: await listVisitEntries(ctx.db, whose, span),
        own: forProvider ? await listPrivateAppointmentsSince(ctx.db, owner.providerId as string, span) : [],
      }),
    )
  })
  app.get('/v1/run-sheets/:key/calendar.ics', async (http) => {
    const key = http.req.param('key')
    const ctx = createJobContext(rig, 'calendar')
    const row = /^[A-Za-z0-9_-]{20,40}$/.test(key) ? await findSheetByKey(ctx, key) : undefined
    const parties = row && (await findParties(ctx.db, row))
    if (!row || !parties) throw new Refusal('not_found')
    return file(
      formatCalendarFile(
        { row, name: parties.provider, address: '', link: `${rig.env.publicUrl}/book/day/${key}` },
        'group',
      ),
      'run-sheet.ics',
    )
  })
  return app
}

const file = (text: string, name?: string) =>
  new Response(text, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      // Clients revalidate each time and get 304 if nothing has changed.
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
      ...(name ? { 'content-disposition': `attachment; filename="${name}"` } : {}),
    },
  })

/**
 * Returns the secret address of a calendar and creates it on first use. `anew` replaces the address and disables the
 * old one.
 */
export async function getCalendarAddress(
  ctx: Context,
  { side, anew }: InputOf<typeof customerSearches.calendarAddress>,
): Promise<OutputOf<typeof customerSearches.calendarAddress>> {
  if (side === 'provider' && !ctx.viewer.roles.includes('provider')) throw new Refusal('not_found')
  return ctx.idempotent(async (tx) => {
    const key = await saveCalendarKey(
      tx.db,
      { account_id: tx.viewer.accountId as string, side, created_at: tx.now, seen_at: tx.now },
      anew,
    )
    return { address: await getCalendarUrl(tx, key) }
  })
}

const UNREAD_MS = 180 * 86_400_000

export const getCalendarUrl = async (
  { database, env }: Pick<Context, 'database' | 'env'>,
  id: string,
): Promise<string> => `${env.publicUrl}/v1/calendars/${await createLinkKey(database, env, 'calendar', id)}.ics`

async function findCalendarOwner(ctx: Context, key: string) {
  const id = await openLinkKey(ctx.database, ctx.env, 'calendar', key)
  const since = new Date(ctx.now.getTime() - UNREAD_MS)
  const owner = await findOwnerOfKey(ctx.db, { id, hash: hashOfKey(key), since })
  if (owner) await markSeen(ctx.db, owner.keyId, ctx.now)
  return owner
}

type BusyEntry = { id: number; from: Date; to: Date; kind: 'booked_out' | 'hold'; said: Date }

type Published = {
  name: string
  tz: string | null
  now: Date
  busy: readonly BusyEntry[]
  own: readonly NamedAppointment[]
  visits: readonly VisitEntry[]
}

/** Upcoming events come first, so that a reader with a limit drops the oldest. */
export function formatCalendarFeed(
  entries: readonly Entry[],
  of: Reader,
  { name, tz, now, busy, own, visits }: Published,
): string {
  const events = [
    ...entries.map((entry) => toCalendarEvent(entry, of)),
    ...own.map(presentPrivateEvent),
    ...visits.map(visitEventOf),
    ...busy.map((entry) => busyEventOf(entry, tz)),
  ]
  const [ahead, past] = [events.filter(({ to }) => to > now), events.filter(({ to }) => to <= now)]
  const inOrder = (a: PublishedEvent, b: PublishedEvent) =>
    a.from.getTime() - b.from.getTime() || (a.uid < b.uid ? -1 : 1)
  return formatCalendar([...ahead.sort(inOrder), ...past.sort(inOrder).reverse()], {
    name: createTranslator(calendarTexts)('ics.feed.name', { name }),
    tz,
  })
}

const busyEventOf = ({ id, from, to, kind, said }: BusyEntry, tz: string | null): PublishedEvent => ({
  uid: `busy-${id}@primp`,
  stamp: said,
  from,
  to,
  tz,
  summary: createTranslator(calendarTexts)(kind === 'hold' ? 'ics.held' : 'ics.bookedOut'),
})

const presentPrivateEvent = (row: NamedAppointment): PublishedEvent => ({
  uid: `own-${row.id}@primp`,
  sequence: row.sequence,
  stamp: row.changed_at,
  from: row.starts_at,
  to: row.ends_at,
  tz: row.tz,
  cancelled: row.cancelled_at !== null,
  summary: [row.name, row.services].filter(Boolean).join(', '),
  description: row.note,
  location: row.place,
  hasAlarms: true,
})

const visitEventOf = ({ id, kind, from, to, tz, name, place, cancelled, said }: VisitEntry): PublishedEvent => ({
  uid: `${kind}-${id}@primp`,
  stamp: said,
  from,
  to,
  tz,
  cancelled,
  summary: createTranslator(calendarTexts)(kind === 'trial' ? 'ics.trial' : 'ics.test', { name }),
  location: place,
  hasAlarms: true,
})
