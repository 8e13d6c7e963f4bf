import { useState } from 'react'
import type { Appointment } from '#contract/appointments/appointment.ts'
import { formatDate, zonedDay } from '#contract/format.ts'
import type { PicturedPerson } from '#contract/reviews/before-after.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { AddPair } from './add-pair.tsx'
import { Pair, pictureMessages } from './pair.tsx'

type Of = Pick<Appointment, 'id' | 'endsAt' | 'state' | 'countryCode'>

/** The artist's before and after pictures per person, after the appointment. */
export function PicturedCard({ appointment }: { appointment: Of }) {
  const { id: appointmentId, endsAt, state, countryCode } = appointment
  const t = createTranslator(pictureMessages, countryCode)
  const over = Date.parse(endsAt) <= Date.now() && (state === 'booked' || state === 'completed')
  const { answer, fault } = useAnswer(over ? appointmentId : null, () =>
    browserApi().providerBeforeAfter.list({ appointmentId }),
  )
  const [changed, setPeople] = useState<readonly PicturedPerson[] | null>(null)
  const people = changed ?? answer?.people
  if (!over || (!people && !fault)) return null
  return (
    <TitledCard title={t('pair.title')}>
      <p className="muted">{t('own.text')}</p>
      {!people ? (
        <Note kind="error">{t('pair.failed')}</Note>
      ) : (
        <ul className="stack gap-24">
          {people.map((person) => (
            <PersonItem
              key={person.guestId ?? 'booker'}
              person={person}
              appointment={appointment}
              onChange={setPeople}
            />
          ))}
        </ul>
      )}
      <p className="micro hint">{t('own.links')}</p>
    </TitledCard>
  )
}

interface PersonItemProps {
  person: PicturedPerson
  appointment: Of
  onChange: (people: readonly PicturedPerson[]) => void
}

function PersonItem({ person: { guestId, name, pair }, appointment, onChange }: PersonItemProps) {
  const { id: appointmentId, countryCode } = appointment
  const t = createTranslator(pictureMessages, countryCode)
  const [adding, setAdding] = useState(false)
  const [asking, setAsking] = useState(false)
  const { formError, pending, run } = useForm()
  const remove = async (pairId: string) => {
    const done = await run(() => browserApi().providerBeforeAfter.remove({ appointmentId, pairId }))
    if (done) onChange(done.answer.people)
  }
  const since = pair?.yes && formatDate(zonedDay(pair.yes.at, 'UTC'), countryCode)
  return (
    <li className="stack gap-12">
      <div className="row gap-12 wrapping space-between">
        <b className="bold can-shrink">{name}</b>
        {pair ? (
          <Badge look={pair.yes ? 'jadeSoft' : 'accentSoft'}>
            {since ? t(pair.yes?.gallery ? 'own.shown.gallery' : 'own.shown', { date: since }) : t('own.waiting')}
          </Badge>
        ) : (
          <span className="small muted">{t('own.none')}</span>
        )}
      </div>
      {formError && <Note kind="error">{formError}</Note>}
      {pair && <Pair pair={pair} name={name} />}
      {pair && (
        <div>
          <Button
            kind="quiet"
            size="small"
            loading={pending}
            onClick={() => (pair.yes ? setAsking(true) : remove(pair.id))}>
            {t('own.remove')}
            <span className="visually-hidden">{t('own.of', { name })}</span>
          </Button>
          <Confirm
            open={asking}
            title={t('own.remove.title')}
            act={t('own.remove')}
            wayOut={t('own.remove.keep')}
            danger
            onAct={() => {
              setAsking(false)
              void remove(pair.id)
            }}
            onClose={() => setAsking(false)}>
            {t('own.remove.text', { name })}
          </Confirm>
        </div>
      )}
      {!pair && adding && (
        <AddPair
          label={name}
          onSent={async (files) => {
            const { people } = await browserApi().providerBeforeAfter.add({ appointmentId, guestId, ...files })
            setAdding(false)
            onChange(people)
          }}
        />
      )}
      {!pair && !adding && (
        <div>
          <Button kind="secondary" size="small" onClick={() => setAdding(true)}>
            {t('own.add')}
            <span className="visually-hidden">{t('own.of', { name })}</span>
          </Button>
        </div>
      )}
    </li>
  )
}
