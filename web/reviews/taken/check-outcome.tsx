import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { date, score, zonedDay } from '#contract/format.ts'
import type { takenReviews } from '#contract/reviews/taken.ts'
import { reader } from '#contract/words.ts'
import { Note } from '#web/ui/note.tsx'
import { takenWords } from './taken-words.ts'

type Checked = OutputOf<typeof takenReviews.check>
const t = reader(takenWords)
const hostOf = (issuer: string): string => (URL.canParse(issuer) ? new URL(issuer).host : issuer)

/** What was found of a file: true, changed, of another site, or no such file. */
export function CheckOutcome({ checked: { outcome, taken } }: { checked: Checked }) {
  if (outcome === 'elsewhere' && taken)
    return (
      <Found kind="info" title={t('check.elsewhere.title')}>
        <p>{t('check.elsewhere', { host: hostOf(taken.issuer) })}</p>
      </Found>
    )
  if (outcome === 'ours' && taken)
    return (
      <Found kind="success" title={t('check.ours.title')}>
        <p>{t('check.ours', { name: taken.name, date: date(zonedDay(taken.issuedAt, 'UTC'), 'GB') })}</p>
        <p>
          {taken.average === null
            ? t('check.score.none')
            : t('check.score', { n: taken.reviews, average: score(taken.average) })}
        </p>
        <Link className="link tap-target" to={`/@/${taken.slug}`}>
          {t('check.now', { name: taken.name })}
        </Link>
      </Found>
    )
  const said = outcome === 'changed' ? 'changed' : 'unreadable'
  return (
    <Found kind="warning" title={t(`check.${said}.title`)}>
      <p>{t(`check.${said}`)}</p>
    </Found>
  )
}

function Found({
  kind,
  title,
  children,
}: {
  kind: 'info' | 'success' | 'warning'
  title: string
  children: ReactNode
}) {
  return (
    <Note kind={kind}>
      <b className="bold">{title}</b>
      {children}
    </Note>
  )
}
