import { useState } from 'react'
import { Link } from 'react-router'
import { formatClock, formatDate, zonedDay, zonedTime } from '#contract/format.ts'
import type { WaitingEntry } from '#contract/search/waiting.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { waitingMessages } from './waiting-messages.ts'

export function OwnWaiting({ lists }: { lists: readonly WaitingEntry[] }) {
  const t = createTranslator(waitingMessages)
  const [left, setLeft] = useState<readonly number[]>([])
  const { isPending, run } = useForm({ toasts: true })
  const shown = lists.filter(({ id }) => !left.includes(id))
  const leave = async (id: number) => {
    if (await run(() => browserApi().waiting.leave({ id }), { name: String(id) })) setLeft([...left, id])
  }
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="waiting" className="card pad-24 stack">
      <h2 className="heading-3" id="waiting">
        {t('wait.own.title')}
      </h2>
      <ul className="stack">
        {shown.map((one) => {
          const day = formatDate(one.eventDate, one.countryCode)
          return (
            <li key={one.id} className="row space-between wrapping">
              <span className="can-shrink">
                <b className="bold">{`${one.name}, ${day}`}</b>
                <br />
                <span className="small muted">{standing(one)}</span>
              </span>
              <span className="row gap-8">
                {one.state === 'offered' && (
                  <Link className="link tap-target" to={`/quotes/${one.searchId}/@/${one.slug}?type=${one.mode}`}>
                    {t('wait.own.see')}
                  </Link>
                )}
                <Button
                  kind="quiet"
                  size="small"
                  loading={isPending(String(one.id))}
                  aria-label={t('wait.own.leave.label', { name: one.name, date: day })}
                  onClick={() => leave(one.id)}>
                  {t('wait.own.leave')}
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function standing({ state, until, before, letIn, name, timeZone, countryCode }: WaitingEntry): string {
  const t = createTranslator(waitingMessages)
  if (state === 'passed') return t('wait.own.passed')
  if (state === 'offered' && until)
    return t('wait.own.offered', {
      dateTime: `${formatDate(zonedDay(until, timeZone), countryCode)}, ${formatClock(zonedTime(until, timeZone))}`,
    })
  const place = before === 0 ? t('wait.own.next') : t('wait.own.before', { n: before })
  return letIn ? `${place} ${t('wait.own.letIn', { name })}` : place
}
