import { formatTime } from '#contract/format.ts'
import type { SavedSearch } from '#contract/search/search.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { bookMessages } from '#web/appointments/messages.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'

/** The hold expired before payment was authorised: nothing was captured; shows alternatives. */
export function VoidedNote({ search }: { search: SavedSearch }) {
  const t = createTranslator(bookMessages, search.countryCode)
  const { finishTime } = search.appointmentSpot
  return (
    <div role="alert" className="stack">
      <Note kind="warning">
        <b className="bold">{t('pay.voided.title')}</b>
        <p>{t('pay.voided.text')}</p>
        <p className="small">{t('pay.voided.bank')}</p>
      </Note>
      <ButtonLink size="large" to={`/quotes/${search.id}`}>
        {finishTime ? t('pay.voided.next', { time: formatTime(finishTime) }) : t('pay.voided.next.any')}
      </ButtonLink>
    </div>
  )
}
