import type { QueuedEntry } from '#web/party/day-outbox.ts'
import { useDashboardMessages } from '#web/dashboard/own-profile/own.tsx'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'

interface RefusedWordsProps {
  refused: readonly QueuedEntry[]
  onLeave: () => void
}

/** Rejected day updates of this browser with reasons, also after the day. */
export function RefusedEntries({ refused, onLeave }: RefusedWordsProps) {
  const t = useDashboardMessages()
  const [first] = refused
  if (!first) return null
  return (
    <Note kind="error">
      <p>{t('day.refused', { n: refused.length, why: first.refused ?? '' })}</p>
      <Button kind="secondary" size="small" onClick={onLeave}>
        {t('day.refused.leave')}
      </Button>
    </Note>
  )
}
