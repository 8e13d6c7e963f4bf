import type { Stream } from '#art/seed.ts'
import { reviews as material } from '#db/cast/material.ts'
import type { Booking, Page } from './review-words.ts'
import type { Person } from '#db/cast/people/sample-provider.ts'
import { canFillSlots, composeSentence } from '#db/cast/sentences.ts'

export function replyTo(
  stream: Stream,
  score: number,
  booking: Booking,
  topics: readonly string[],
  person: Person,
  customer: string,
  page: Page,
): string | null {
  const slots = { customer, assistant: person.artists[1]?.name }
  const fits = (material.replies[score] ?? []).filter(
    ({ id, text, when }) =>
      canFillSlots(text, slots) &&
      !page.replies.includes(id) &&
      (!when.topics || when.topics.some((topic) => topics.includes(topic))) &&
      (!when.kind || booking.kinds.includes(when.kind)) &&
      (!when.mode || when.mode === booking.mode) &&
      (!when.team || person.artists.length > 1) &&
      (when.peopleFrom === undefined || booking.people >= when.peopleFrom),
  )
  const toThePoint = fits.filter(({ when }) => when.topics)
  const pool = toThePoint.length ? toThePoint : fits
  if (!pool.length) return null
  const reply = stream.pick(pool)
  page.replies = [reply.id, ...page.replies].slice(0, 6)
  return composeSentence(reply.text, stream, person.metro.country, slots)
}
