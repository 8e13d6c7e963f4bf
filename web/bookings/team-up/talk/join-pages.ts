import type { TeamTalk } from '#contract/bookings/team-up/team-talk.ts'

/** A talk as it is known with its latest page; that page alone where more was said between the two than is known. */
export function mergeLatestPage(known: TeamTalk | null, latest: TeamTalk): TeamTalk {
  const [oldest] = latest.messages
  if (!known || !oldest || !latest.earlier) return latest
  if (!known.messages.some(({ id }) => id === oldest.id)) return latest
  const before = known.messages.filter(({ id }) => id < oldest.id)
  return { ...latest, messages: [...before, ...latest.messages], earlier: known.earlier }
}

/** The same with the page before it. */
export function mergeEarlierPage(known: TeamTalk, page: TeamTalk): TeamTalk {
  const first = known.messages[0]?.id ?? Number.POSITIVE_INFINITY
  return {
    ...known,
    messages: [...page.messages.filter(({ id }) => id < first), ...known.messages],
    earlier: page.earlier,
  }
}
