import { useMemo } from 'react'
import type { Location } from '#contract/places/location.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'

const none: ReadonlySet<string> = new Set()

/** Days on which few artists are left near a place; none while it is not known. */
export function useFewLeft(location: Location | null): ReadonlySet<string> {
  const near = location?.coordinates.join(',') ?? null
  const { answer } = useAnswer(near, () => browserApi().demand.fewLeft({ near: near ?? '' }))
  return useMemo(() => (answer ? new Set(answer.days) : none), [answer])
}
