import { useState } from 'react'
import { patchTestMinutes, TestMinutes } from '#contract/providers/patch-tests.ts'
import { reader } from '#contract/words.ts'
import consoleStyles from '#web/operator/console.module.css'
import type { Confirmation } from '#web/operator/use-confirmation.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { operatorFormWords } from './form-words.ts'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'

const t = reader(operatorFormWords)

type Service = { id: string; label: string; patchTestMinutes: number | null }

/** The services of which we say everywhere that they need a patch test. */
export function PatchTestsCard({
  services,
  confirm,
}: {
  services: readonly Service[]
  confirm: (confirmation: Confirmation) => void
}) {
  const asked = services.filter((one) => one.patchTestMinutes !== null)
  const [serviceId, setServiceId] = useState('')
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const set = (service: Service, minutes: number | null): Confirmation => ({
    title: t(minutes === null ? 'op.tests.end.what' : 'op.tests.ask.what', { service: service.label }),
    text: t(minutes === null ? 'op.tests.end.text' : 'op.tests.ask.text', { minutes: minutes ?? 0 }),
    act: t(minutes === null ? 'op.tests.end' : 'op.tests.ask'),
    run: (reason) => browserApi().operatorForms.setTest({ serviceId: service.id, minutes, reason }),
  })
  const ask = () => {
    const minutes = TestMinutes.safeParse(readNumber(typed, 'whole'))
    const service = services.find(({ id }) => id === serviceId)
    setWrong(!minutes.success || !service)
    if (minutes.success && service) confirm(set(service, minutes.data))
  }
  return (
    <TitledCard title={t('op.tests.title')}>
      <p className="muted">{t('op.tests.text')}</p>
      {asked.length === 0 ? (
        <p className="muted">{t('op.tests.none')}</p>
      ) : (
        <ul className={consoleStyles.lines}>
          {asked.map((service) => (
            <li key={service.id} className="row space-between wrapping">
              <span>
                <b>{service.label}</b>{' '}
                <span className="small muted">{t('op.tests.minutes', { minutes: service.patchTestMinutes ?? 0 })}</span>
              </span>
              <Button
                kind="quiet"
                size="small"
                aria-label={t('op.tests.end.what', { service: service.label })}
                onClick={() => confirm(set(service, null))}>
                {t('op.tests.end')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          ask()
        }}>
        <div className="field-grid even">
          <SelectField
            label={t('op.tests.service')}
            value={serviceId}
            onChange={({ target }) => setServiceId(target.value)}>
            <option value="">{t('op.tests.choose')}</option>
            {services.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </SelectField>
          <NumberField
            label={t('op.tests.length')}
            kind="whole"
            value={typed}
            error={wrong ? t('op.tests.wrong', { least: patchTestMinutes.least, most: patchTestMinutes.most }) : null}
            onChange={(minutes) => {
              setTyped(minutes)
              setWrong(false)
            }}
          />
        </div>
        <div>
          <Button type="submit" kind="secondary">
            {t('op.tests.ask')}
          </Button>
        </div>
      </form>
    </TitledCard>
  )
}
