import { useEffect, useState } from 'react'
import { runsEvent } from '#web/shell/late-script.ts'

/** Whether a part is not here yet, for `data-waits` of what it draws; once it is, what was done with it meanwhile is done. */
export function useWaits(): true | undefined {
  const [here, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  useEffect(() => {
    if (here) dispatchEvent(new Event(runsEvent))
  }, [here])
  return here ? undefined : true
}
