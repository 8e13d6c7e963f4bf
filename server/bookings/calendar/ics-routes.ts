import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { ownContext } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Rig } from '#server/platform/rig.ts'
import { sheetOfKey } from '#server/bookings/day/sheet-of-key.ts'
import { calendarOf } from './calendar-feed.ts'
import { calendarFile } from './calendar-file.ts'
import { ownerOfCalendar } from './calendar-key.ts'
import { calendarRows, otherBusy } from './published-calendar-queries.ts'
import { visitEntries } from './visit-entry-queries.ts'
import { ownAppointmentsSince } from '#server/bookings/own-clients/own-calendar-queries.ts'
import { pathOf } from '#server/bookings/notices/tell.ts'
import { partiesOf } from '#server/bookings/notices/tell-queries.ts'

const YEAR_MS = 365 * 86_400_000

/** Serves `GET /v1/calendars/{key}.ics`, a person's whole calendar at its secret address, and `GET /v1/run-sheets/{key}/calendar.ics`, one appointment for anybody with its link. */
export function icsRoutes(rig: Rig): Hono {
  const app = new Hono()
  app.use('/v1/calendars/*', etag())
  app.use('/v1/run-sheets/*', etag())
  app.get('/v1/calendars/:file', async (http) => {
    const key = /^([A-Za-z0-9_-]{32,40})\.ics$/.exec(http.req.param('file'))?.[1]
    const ctx = ownContext(rig, 'calendar')
    const owner = key ? await ownerOfCalendar(ctx, key) : undefined
    if (!owner || (owner.side === 'provider' && !owner.providerId)) throw new Refusal('not_found')
    const span = { since: new Date(ctx.now.getTime() - YEAR_MS), now: ctx.now }
    const forProvider = owner.side === 'provider'
    const whose = forProvider ? { providerId: owner.providerId as string } : { accountId: owner.accountId }
    const rows = await calendarRows(ctx.db, whose, span)
    const entries = rows.map((row) => ({
      row,
      name: forProvider ? row.requester.name : row.provider_name,
      address: row.mode === 'studio' ? row.studio_address : row.day.address,
      link: `${rig.env.publicUrl}${pathOf(row, forProvider ? 'provider' : 'customer')}`,
    }))
    const busy = forProvider ? await otherBusy(ctx.db, owner.providerId as string, span) : []
    return file(
      calendarOf(entries, forProvider ? 'provider' : 'customer', {
        name: owner.providerName && forProvider ? owner.providerName : owner.name,
        tz: forProvider ? owner.tz : null,
        now: ctx.now,
        busy,
        visits: await visitEntries(ctx.db, whose, span),
        own: forProvider ? await ownAppointmentsSince(ctx.db, owner.providerId as string, span) : [],
      }),
    )
  })
  app.get('/v1/run-sheets/:key/calendar.ics', async (http) => {
    const key = http.req.param('key')
    const ctx = ownContext(rig, 'calendar')
    const row = /^[A-Za-z0-9_-]{20,40}$/.test(key) ? await sheetOfKey(ctx, key) : undefined
    const parties = row && (await partiesOf(ctx.db, row))
    if (!row || !parties) throw new Refusal('not_found')
    return file(
      calendarFile({ row, name: parties.provider, address: '', link: `${rig.env.publicUrl}/book/day/${key}` }, 'group'),
      'run-sheet.ics',
    )
  })
  return app
}

const file = (text: string, name?: string) =>
  new Response(text, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      // Readers revalidate each time and get 304 while nothing has changed.
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
      ...(name ? { 'content-disposition': `attachment; filename="${name}"` } : {}),
    },
  })
