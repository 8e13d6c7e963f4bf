import type { Location } from '#contract/places/location.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import type { OpenDays } from './open-days.ts'

/** What the days near a place look like; null while no place is chosen, while it is not known and where nobody works. */
export function useOpenDays(location: Location | null, categorySlug: string): OpenDays | null {
  const near = location?.coordinates.join(',') ?? null
  const { answer } = useAnswer(near && `${near} ${categorySlug}`, () =>
    browserApi().demand.days({ near: near ?? '', categorySlug }),
  )
  return answer && answer.asked > 0 ? answer : null
}
