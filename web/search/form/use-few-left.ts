import { useEffect, useState } from 'react'
import type { Location } from '#contract/places/location.ts'
import { browserApi } from '#web/platform/api/browser.ts'

const none: ReadonlySet<string> = new Set()

/** Days on which few artists are left near a place; none while it is not known. */
export function useFewLeft(location: Location | null): ReadonlySet<string> {
  const [few, setFew] = useState(none)
  const near = location?.coordinates.join(',')
  useEffect(() => {
    let gone = false
    setFew(none)
    if (near)
      browserApi()
        .demand.fewLeft({ near })
        .then(
          ({ days }) => !gone && setFew(new Set(days)),
          () => {},
        )
    return () => {
      gone = true
    }
  }, [near])
  return few
}
