import { BadgeCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { formatDate } from '#contract/format.ts'
import type { ValidCheck } from '#contract/providers/checks/checks.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Opens the explanation of an artist's badge over any page. */
export function openBadgeMeaning(slug: string): void {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const gone = () => {
    root.unmount()
    host.remove()
  }
  root.render(<BadgeMeaning slug={slug} onGone={gone} />)
}

function BadgeMeaning({ slug, onGone }: { slug: string; onGone: () => void }) {
  const [open, setOpen] = useState(true)
  const onClose = () => setOpen(false)
  // Closed before unmounting, so that focus returns.
  useEffect(() => {
    if (!open) queueMicrotask(onGone)
  }, [open, onGone])
  const { answer, fault, again } = useAnswer(slug, () => browserApi().checks.listByProfile({ profileId: slug }))
  const t = createTranslator(badgeWords, answer?.countryCode)
  return (
    <Dialog open={open} onClose={onClose} label={t('badge.title')}>
      <div className="row space-between">
        <h2 className="heading-3">{t('badge.title')}</h2>
        <IconButton label={t('badge.close')} onClick={onClose}>
          <X className="icon icon-large" aria-hidden="true" />
        </IconButton>
      </div>
      {fault ? (
        <div className="stack">
          <Note kind="error">{fault.message}</Note>
          <div>
            <Button kind="secondary" onClick={again}>
              {t('badge.again')}
            </Button>
          </div>
        </div>
      ) : answer ? (
        <Meaning checked={answer} />
      ) : (
        <div aria-busy="true">
          <Skeleton height={176} />
        </div>
      )}
    </Dialog>
  )
}

function Meaning({ checked: { countryCode, standing, missing } }: { checked: ValidCheck }) {
  const t = createTranslator(badgeWords, countryCode)
  return (
    <div className="stack">
      <p className="muted">{t(standing.length > 0 ? 'badge.text' : 'badge.none')}</p>
      <ul className="stack">
        {standing.map(({ kind, label, proves, checkedOn, validUntil }) => (
          <li key={kind} className="row align-top gap-12">
            <BadgeCheck className="icon verified" aria-hidden="true" />
            <div className="stack gap-4">
              <b className="bold">{label}</b>
              <span>{proves}</span>
              <span className="small muted">
                {t('badge.checked', { date: formatDate(checkedOn, countryCode) })}{' '}
                {validUntil === null
                  ? t('badge.ever')
                  : t('badge.until', { date: formatDate(validUntil, countryCode) })}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <p className="small">{t('badge.missing', { names: missing.map(({ label }) => label).join(', ') })}</p>
      )}
      <p className="small muted">{t('badge.work')}</p>
    </div>
  )
}

const badgeWords = defineMessages({
  'badge.title': 'What this means',
  'badge.text': 'Our team has checked each of these against a document.',
  'badge.none': 'None of the checked documents is currently valid.',
  'badge.checked': 'Checked by our team on {date}.',
  'badge.until': 'Valid until {date}.',
  'badge.ever': 'It does not expire.',
  'badge.missing': 'Not provided or expired: {names}.',
  'badge.work': "The badge does not rate the artist's work. Reviews do, and they come only from bookings on Primp.",
  'badge.close': 'Close',
  'badge.again': 'Try again',
})
