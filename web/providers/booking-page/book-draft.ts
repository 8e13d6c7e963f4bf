import { timeChoices } from '#contract/constants.ts'
import type { Profile } from '#contract/providers/providers.ts'

export interface BookDraft {
  /** The kind of work that the form begins with. */
  category: Profile['services'][number]['category'] | undefined
  counts: Readonly<Record<string, number>>
  eventDate: string
  finishTime: string
}

/** What an address already says of a booking, as the form of another site's frame sends it: services by how many people, day and time. Whatever does not hold is left out. */
export function readBookDraft(query: URLSearchParams, services: Profile['services'], mostPeople: number): BookDraft {
  const wanted = services.flatMap((service) => {
    const n = Number(query.get(`n.${service.id}`))
    return Number.isInteger(n) && n > 0 && n <= mostPeople ? [{ service, n }] : []
  })
  // One booking is of one kind of work: that of the first.
  const category = wanted[0]?.service.category ?? services[0]?.category
  const [date, time] = [query.get('date') ?? '', query.get('time') ?? '']
  return {
    category,
    counts: Object.fromEntries(
      wanted.filter(({ service }) => service.category.slug === category?.slug).map(({ service, n }) => [service.id, n]),
    ),
    eventDate: /^20\d\d-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date)) ? date : '',
    finishTime: timeChoices.includes(time) ? time : '',
  }
}
