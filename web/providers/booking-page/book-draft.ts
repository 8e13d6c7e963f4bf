import { limits, timeChoices } from '#contract/constants.ts'
import type { Profile } from '#contract/providers/providers.ts'
import { createParty, type Party } from '#web/search/form/party.ts'

export interface BookDraft {
  category: Profile['services'][number]['category'] | undefined
  party: Party
  eventDate: string
  finishTime: string
}

/**
 * Parses the booking draft in an address, as sent by the widget: services by people, day and time. Ignores invalid
 * values.
 */
export function readBookDraft(query: URLSearchParams, services: Profile['services']): BookDraft {
  const wanted = services.flatMap((service) => {
    const n = Number(query.get(`n.${service.id}`))
    return Number.isInteger(n) && n > 0 && n <= limits.people ? [{ service, n }] : []
  })
  // A booking has one category: that of the first service.
  const category = wanted[0]?.service.category ?? services[0]?.category
  const [date, time] = [query.get('date') ?? '', query.get('time') ?? '']
  return {
    category,
    party: createParty(
      wanted
        .filter(({ service }) => service.category.slug === category?.slug)
        .map(({ service, n }) => [service.id, n] as const),
    ),
    eventDate: /^20\d\d-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date)) ? date : '',
    finishTime: timeChoices.includes(time) ? time : '',
  }
}
