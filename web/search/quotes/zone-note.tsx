import { useEffect, useState } from 'react'
import { getLanguage } from '#contract/i18n/language.ts'
import { createTranslator, defineMessages } from '#contract/i18n/messages.ts'
import type { Country } from '#contract/words.ts'

const zoneMessages = defineMessages({ 'zone.note': 'All times are {zoneName}.' })

/** Returns the minutes by which a zone's clock is ahead of UTC at an instant. */
function offsetOf(timeZone: string | undefined, at: Date): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d{1,2})(?::(\d{2}))?/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/**
 * Returns the name of a place's time zone if the reader's clock differs from the place's on a day; null if both clocks
 * are the same. `own` is the reader's zone, by default that of the device.
 */
export function nameForeignZone(timeZone: string, day: string, own?: string): string | null {
  const noon = new Date(`${day}T12:00:00Z`)
  if (offsetOf(timeZone, noon) === offsetOf(own, noon)) return null
  const name = new Intl.DateTimeFormat(getLanguage() === 'fr' ? 'fr-CA' : 'en-GB', {
    timeZone,
    timeZoneName: 'longGeneric',
  })
  return name.formatToParts(noon).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** Names the time zone of the event's place for readers whose clock differs. Only the browser knows theirs. */
export function ZoneNote({ timeZone, day, country }: { timeZone: string; day: string; country: Country }) {
  const [zoneName, setZoneName] = useState<string | null>(null)
  useEffect(() => setZoneName(nameForeignZone(timeZone, day)), [timeZone, day])
  if (!zoneName) return null
  return <p className="small muted">{createTranslator(zoneMessages, country)('zone.note', { zoneName })}</p>
}
