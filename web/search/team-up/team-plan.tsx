import { say } from '#contract/words.ts'
import type { Plan } from '#contract/search/quotes.ts'
import type { TeamBlock } from '#contract/search/team-up.ts'
import { reader } from '#contract/words.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import { pageWords } from '#web/platform/page-words.ts'
import { planWords } from '#web/providers/plan-words.ts'
import { RunSheet } from '#web/ui/run-sheet.tsx'

type Arrival = { name: string; arriveAt: string }

/** The day of a team, a lane for each artist: who sits with whom, and when. */
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
  const p = reader(planWords, search.countryCode)
  const first = (times: readonly string[]) => times.toSorted()[0] ?? readyBy
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
    artists: artists.map(({ name }) => name),
    blocks: blocks.map(({ part, ...block }) => ({ ...block, artist: artists[part]?.name ?? '', artistIndex: part })),
  }
  return (
    <RunSheet
      plan={plan}
      arrivals={artists.map(({ arriveAt }) => arriveAt)}
      words={{
        setUp: p('plan.setup'),
        person: (n) => say(pageWords['word.person'], { n }),
        ready: p('plan.ready'),
        label: p('plan.sheet'),
        spare: (n) => p('plan.spare', { n }),
        wait: (wait) => p('plan.wait', wait),
      }}
    />
  )
}
