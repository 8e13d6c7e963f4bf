import type { Invitation } from '#contract/bookings/guests/guests.ts'
import { createTranslator } from '#contract/words.ts'
import { liveMessages } from '#web/bookings/day/live-messages.ts'
import { useOnline } from '#web/bookings/day/use-online.ts'
import { useMinutesHere } from '#web/platform/use-minutes.ts'
import { Note } from '#web/ui/note.tsx'
import { formatGuestLines } from './guest-lines.ts'

/** How the day runs for one guest: when they sit by now, when everyone is ready, and who last said so when, or that there is no word. */
export function GuestLive({ invitation }: { invitation: Invitation }) {
  const online = useOnline()
  const now = useMinutesHere()
  const { own, lines } = formatGuestLines(invitation, now)
  if (!own && lines.length === 0) return null
  return (
    <Note kind="info">
      <div className="stack gap-4">
        {own && <p className="bold">{own}</p>}
        {lines.map((line) => (
          <p key={line} className="small">
            {line}
          </p>
        ))}
        {!online && <p className="small">{createTranslator(liveMessages, invitation.countryCode)('live.offline')}</p>}
      </div>
    </Note>
  )
}
