import { useState } from 'react'
import { formatDate } from '#contract/format.ts'
import type { DayList } from '#contract/search/waiting.ts'
import { useDashboardMessages, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'

/** Waiting list of a day: the artist may prefer one person, but not remove any. */
export function DayWaiting({ day }: { day: string }) {
  const t = useDashboardMessages()
  const { countryCode } = useOwn().profile
  // Debounced: moving over days by keyboard sends one request at the end.
  const asked = useAnswer(day, () => browserApi().waiting.day({ eventDate: day }), { after: 300 })
  const [changed, setChanged] = useState<DayList | null>(null)
  const { formError, isPending, run } = useForm()
  const list = changed ?? asked.answer
  const change = async (as: string, work: () => Promise<DayList>) => {
    const done = await run(work, { name: as })
    if (done) setChanged(done.answer)
  }
  if (asked.fault) return <Note kind="error">{asked.fault.message}</Note>
  if (!list || (list.people.length === 0 && !list.closed)) return null
  const stillWait = list.people.filter(({ state }) => state !== 'passed').length
  return (
    <div className="stack gap-12">
      <h3 className="title">{t('ownCalendar.wait', { n: stillWait })}</h3>
      <ol className="stack gap-8">
        {list.people.map((one, i) => (
          <li key={one.id} className="row space-between wrapping">
            <span className="can-shrink">
              <b className="bold">{one.name}</b>{' '}
              <span className="small muted">
                {t('ownCalendar.wait.one', { n: one.people, date: formatDate(one.since.slice(0, 10), countryCode) })}
              </span>{' '}
              {one.state !== 'waiting' && <Badge look="info">{t(`ownCalendar.wait.${one.state}`)}</Badge>}
              {one.first && <Badge look="info">{t('ownCalendar.wait.first')}</Badge>}
            </span>
            {one.state === 'waiting' && i > 0 && (
              <Button
                kind="quiet"
                size="small"
                loading={isPending(`first ${one.id}`)}
                aria-label={t('ownCalendar.wait.letIn.label', { name: one.name })}
                onClick={() =>
                  change(`first ${one.id}`, () => browserApi().waiting.prioritise({ eventDate: day, id: one.id }))
                }>
                {t('ownCalendar.wait.letIn')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {list.people.length > 1 && <p className="small muted">{t('ownCalendar.wait.fair')}</p>}
      {list.closed && <p className="small muted">{t('ownCalendar.wait.closed')}</p>}
      {formError && <Note kind="error">{formError}</Note>}
      <div>
        <Button
          kind="secondary"
          size="small"
          loading={isPending('close')}
          onClick={() => change('close', () => browserApi().waiting.close({ eventDate: day, closed: !list.closed }))}>
          {t(list.closed ? 'ownCalendar.wait.open' : 'ownCalendar.wait.close')}
        </Button>
      </div>
    </div>
  )
}
