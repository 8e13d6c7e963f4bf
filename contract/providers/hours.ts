import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { EventDate, oneLineSchema, TimeOfDay, RowIdParam } from '#contract/values.ts'
import { ProfileStanding } from './booked-out.ts'

/** Opening hours. An end at or before the start is in the following night, at 05:00 at the latest. */
const HoursWindow = z.object({ opens: TimeOfDay, closes: TimeOfDay })
export type HoursWindow = z.infer<typeof HoursWindow>
const Windows = z.array(HoursWindow).max(6)
/** Seven days, Monday first; a day without windows is off. */
const Week = z.array(Windows).length(7)
export type Week = z.infer<typeof Week>

const YearDay = z
  .string()
  .max(5, { abort: true, error: 'Enter the day as MM-DD.' })
  .regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Enter the day as MM-DD.')
  .refine(
    (day) =>
      !Number.isNaN(Date.parse(`2000-${day}`)) &&
      new Date(`2000-${day}`).toISOString().endsWith(`${day}T00:00:00.000Z`),
    'This day does not exist.',
  )

const name = oneLineSchema(60)
const label = oneLineSchema(80, 'Name is required')
/** A season of every year, which may span New Year, or of one year. */
const Season = z.discriminatedUnion('yearly', [
  z.object({ yearly: z.literal(true), name, from: YearDay, until: YearDay, week: Week }),
  z.object({ yearly: z.literal(false), name, from: EventDate, until: EventDate, week: Week }),
])
export type Season = z.infer<typeof Season>

/** Other hours for one or more days. Days without windows are off. */
const HoursException = z.object({ from: EventDate, until: EventDate, label, windows: Windows })

/** Weekly blocked time; weekdays count from Monday, 0. */
const HoursBlock = z.object({
  label,
  weekdays: z.array(z.number().int().min(0).max(6)).min(1).max(7),
  opens: TimeOfDay,
  closes: TimeOfDay,
  from: EventDate.nullable(),
  until: EventDate.nullable(),
})
export type HoursBlock = z.infer<typeof HoursBlock>

const noticeHours = z.number().int().min(0).max(720)
const horizonDays = z.number().int().min(1).max(730)

/** Minimum notice and booking horizon of a category; null uses the default. */
const Lead = z.object({
  typeId: z.string().max(60),
  noticeHours: noticeHours.nullable(),
  horizonDays: horizonDays.nullable(),
})

/**
 * A closed time of a day, to 5 AM the next morning, with its reason. The reason is null if the time is only outside the
 * hours.
 */
export const HoursClosed = HoursWindow.extend({ label: z.string().nullable() })

/** The hours of a day by week, season or exception, and further closed times with a reason. */
export const HoursDay = z.object({
  date: EventDate,
  windows: z.array(HoursWindow),
  from: z.enum(['week', 'season', 'exception']),
  label: z.string().nullable(),
  closed: z.array(HoursClosed),
})
export type HoursDay = z.infer<typeof HoursDay>

export const ProviderHours = z.object({
  timeZone: z.string(),
  today: EventDate,
  week: Week,
  seasons: z.array(Season),
  exceptions: z.array(HoursException.extend({ id: z.string(), holiday: z.boolean() })),
  blocks: z.array(HoursBlock),
  noticeHours: z.number(),
  horizonDays: z.number(),
  leads: z.array(Lead.extend({ label: z.string() })),
  /** Public holidays of the country for the next 13 months. */
  holidays: z.array(z.object({ date: EventDate, name: z.string(), closed: z.boolean() })),
  days: z.array(HoursDay),
  /** Future appointments outside these hours; they stay booked. */
  outside: z.array(ProfileStanding.extend({ id: z.string(), eventDate: EventDate })),
})
export type ProviderHours = z.infer<typeof ProviderHours>

const own = { access: 'provider', output: ProviderHours, limit: 120 } as const
const signedIn = ['not_signed_in', 'session_ended', 'not_yours', 'not_found', 'rate_limited'] as const
const changes = [...signedIn, 'suspended'] as const

export const providerHours = {
  show: defineEndpoint({
    method: 'GET',
    path: '/v1/providers/me/hours',
    access: 'provider',
    summary:
      "Returns the caller's working hours: the week, the exceptions, the next four weeks, and the jobs outside them.",
    input: z.object({}),
    output: ProviderHours,
    refuses: signedIn,
  }),
  week: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/hours/week',
    summary: 'Sets the hours of each weekday. Adjacent windows are merged. Existing jobs stay.',
    input: z.object({ days: Week }),
    refuses: [...changes, 'hours_too_late'],
  }),
  seasons: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/hours/seasons',
    summary:
      'Replaces all seasons, each with its own week. Seasons of one kind must not overlap. A season of a single year overrides a yearly one.',
    input: z.object({ seasons: z.array(Season).max(20) }),
    refuses: [...changes, 'hours_too_late', 'days_in_order', 'days_overlap'],
  }),
  addException: defineEndpoint({
    ...own,
    method: 'POST',
    path: '/v1/providers/me/hours/exceptions',
    summary: 'Sets a day or several consecutive days with their own hours, or off. They override seasons and the week.',
    input: HoursException,
    refuses: [
      ...changes,
      'hours_too_late',
      'days_in_order',
      'date_past',
      'date_too_far',
      'days_overlap',
      'too_many_exceptions',
    ],
  }),
  removeException: defineEndpoint({
    ...own,
    method: 'DELETE',
    path: '/v1/providers/me/hours/exceptions/{id}',
    summary: 'Removes an exception of a day.',
    input: z.object({ id: RowIdParam }),
    refuses: changes,
  }),
  holidays: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/hours/holidays',
    summary: "Sets which of the country's upcoming public holidays are days off. Existing exceptions stay as they are.",
    input: z.object({ closed: z.array(EventDate).max(60) }),
    refuses: [...changes, 'no_holiday'],
  }),
  blocks: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/hours/blocks',
    summary: 'Replaces all weekly recurring times that are blocked for jobs.',
    input: z.object({ blocks: z.array(HoursBlock).max(20) }),
    refuses: [...changes, 'hours_too_late', 'days_in_order'],
  }),
  leads: defineEndpoint({
    ...own,
    method: 'PUT',
    path: '/v1/providers/me/hours/leads',
    summary:
      'Sets notice and horizon, with exceptions by category. If services of several categories are requested, the strictest rule applies.',
    input: z.object({ noticeHours, horizonDays, leads: z.array(Lead).max(40) }),
    refuses: [...changes, 'unknown_type'],
  }),
}
