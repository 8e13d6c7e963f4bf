import { Printer } from 'lucide-react'
import { formatDate, zonedDay } from '#contract/format.ts'
import type { BookingForm, BookingForms } from '#contract/preparation/forms.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { formatEventMoment } from '#web/appointments/booking-phrases.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { formMessages } from './form-messages.ts'

export function SignedCopy({ of }: { of: BookingForms }) {
  const t = createTranslator(formMessages, of.countryCode)
  const signed = of.forms.filter((form) => form.signed !== null)
  const day = formatDate(zonedDay(of.startsAt, of.timeZone), of.countryCode, new Date().getFullYear())
  return (
    <div className="stack gap-24">
      {signed.map((form) => (
        <article key={form.formId} className="card pad-32 stack" aria-labelledby={`signed-${form.formId}`}>
          <Logo label="Primp" />
          <h2 className="heading-2" id={`signed-${form.formId}`}>
            {form.name}
          </h2>
          <p className="muted">
            {t('forms.of', { event: of.event, artist: of.artist, date: day, number: String(of.number) })}
          </p>
          <Answers form={form} of={of} />
        </article>
      ))}
      {signed.length > 0 && (
        <div className="no-print">
          <Button kind="secondary" onClick={() => print()}>
            <Printer className="icon" aria-hidden="true" />
            {t('forms.print')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Answers({ form: { signed }, of }: { form: BookingForm; of: BookingForms }) {
  const t = createTranslator(formMessages, of.countryCode)
  if (!signed) return null
  const said = { dateTime: formatEventMoment(signed.at, of), number: signed.number }
  const { answers, as } = signed
  if (!answers || as === null) return <Note kind="info">{t('forms.erased', said)}</Note>
  const answerOf = (i: number): string => {
    const { yes, words } = answers[i] ?? { yes: null, words: '' }
    const kind = signed.questions[i]?.kind
    if (kind === 'agree') return t('forms.agree')
    if (kind === 'words') return words || t('forms.nothing')
    return yes ? [`${t('forms.yes')}.`, words].join(' ') : `${t('forms.no')}.`
  }
  return (
    <>
      <p>{signed.intro}</p>
      <dl className="stack gap-12">
        {signed.questions.map(({ text }, i) => (
          <div key={text} className="stack gap-4">
            <dt>{text}</dt>
            <dd className="bold">{answerOf(i)}</dd>
          </div>
        ))}
      </dl>
      <p className="bold">{t('forms.signed.by', { name: as, ...said })}</p>
    </>
  )
}
