import { formatMessage } from '#contract/i18n/messages.ts'
import type { Plan } from '#contract/search/quotes.ts'
import type { TeamBlock } from '#contract/search/team-up.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import { pageMessages } from '#web/platform/page-messages.ts'
import { planMessages } from '#web/providers/plan-messages.ts'
import { RunSheet } from '#web/ui/run-sheet.tsx'

type Arrival = { name: string; arriveAt: string }

/** Returns the artists and assistants with work, in lane order. */
const lanesOf = (blocks: readonly TeamBlock[]): { part: number; chair: number }[] =>
  [...new Map(blocks.map(({ part, chair }) => [`${part} ${chair}`, { part, chair }])).values()].sort(
    (a, b) => a.part - b.part || a.chair - b.chair,
  )

/** A team's day with a lane for each artist and assistant. */
export function TeamPlan({
  blocks,
  artists,
  readyBy,
  spareMinutes,
  search,
}: {
  blocks: readonly TeamBlock[]
  artists: readonly Arrival[]
  readyBy: string
  spareMinutes: number
  search: SavedSearch
}) {
  const p = createTranslator(planMessages, search.countryCode)
  const first = (times: readonly string[]) => times.toSorted()[0] ?? readyBy
  const lanes = lanesOf(blocks)
  const nameOf = ({ part, chair }: (typeof lanes)[number]) => {
    const name = artists[part]?.name ?? ''
    return chair === 0 ? name : p('plan.assistant', { name, n: chair })
  }
  const laneOf = (block: TeamBlock) =>
    lanes.findIndex(({ part, chair }) => part === block.part && chair === block.chair)
  const plan: Plan = {
    arriveAt: first(artists.map(({ arriveAt }) => arriveAt)),
    startAt: first(blocks.map(({ from }) => from)),
    doneAt:
      blocks
        .map(({ to }) => to)
        .toSorted()
        .at(-1) ?? readyBy,
    readyBy,
    spareMinutes,
    setupMinutes: 0,
    timeZone: search.appointmentSpot.timeZone,
    clocksChange: false,
    early: false,
    artists: lanes.map(nameOf),
    blocks: blocks.map((block) => ({ ...block, artist: nameOf(block), artistIndex: laneOf(block) })),
  }
  return (
    <RunSheet
      plan={plan}
      arrivals={lanes.map(({ part }) => artists[part]?.arriveAt ?? readyBy)}
      words={{
        setUp: p('plan.setup'),
        person: (n) => formatMessage(pageMessages['word.person'], { n }),
        ready: p('plan.ready'),
        label: p('plan.sheet'),
        spare: (n) => p('plan.spare', { n }),
        wait: (wait) => p('plan.wait', wait),
      }}
    />
  )
}
