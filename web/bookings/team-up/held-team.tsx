import { useEffect, useState } from 'react'
import type { TeamHold } from '#contract/bookings/team-up/teams.ts'
import type { Country } from '#contract/words.ts'
import { HoldNote } from '#web/bookings/holds/hold-note.tsx'

export type HeldTeam = { hold: TeamHold; until: number }

const none = () => {}

/** For how long the times of a team are kept while the card is asked, and that they are no longer. */
export function KeptFor({ kept: { hold, until }, country }: { kept: HeldTeam; country: Country }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(ticking)
  }, [])
  const [first] = hold.parts
  if (!first) return null
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  return (
    <HoldNote
      keeping={left > 0 ? { is: 'held', hold: first, until } : { is: 'lapsed', hold: first }}
      left={left}
      country={country}
      searchId={first.searchId}
      paying
      onAgain={none}
      onAccept={none}
    />
  )
}
