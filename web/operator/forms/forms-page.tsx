import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import type { OperatorForm } from '#contract/catalog/forms/operator-forms.ts'
import { patchTestMinutes, TestMinutes } from '#contract/providers/patch-tests.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import consoleStyles from '#web/operator/console.module.css'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { FormEditor, operatorFormMessages } from './form-editor.tsx'

const t = createTranslator(operatorFormMessages)

export const clientLoader = requireSession(() => browserApi().operatorForms.list({}))

export const HydrateFallback = Undetermined

export default function FormsPage() {
  const { forms, services } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const [editing, setEditing] = useState<OperatorForm | 'new' | null>(null)
  const [confirm, dialog] = useConfirmation()
  const taken = new Set(forms.filter((form) => form !== editing).flatMap((form) => form.services))
  const retire = ({ id, name }: OperatorForm) =>
    confirm({
      title: t('operator.forms.retire.what', { name }),
      text: t('operator.forms.retire.text'),
      act: t('operator.forms.retire'),
      danger: true,
      run: (reason) => browserApi().operatorForms.retire({ formId: id, reason }),
    })
  return (
    <ConsoleFrame
      title={t('operator.forms.title')}
      text={t('operator.forms.text')}
      acts={
        editing === null && (
          <Button kind="secondary" onClick={() => setEditing('new')}>
            {t('operator.forms.add')}
          </Button>
        )
      }>
      {editing && (
        <FormEditor
          key={editing === 'new' ? 'new' : editing.id}
          form={editing === 'new' ? null : editing}
          services={services.filter(({ id }) => !taken.has(id))}
          onDone={(number) => {
            setEditing(null)
            showToast('success', t('operator.forms.published', { number }))
            revalidate()
          }}
          onClose={() => setEditing(null)}
        />
      )}
      {forms.length === 0 && editing === null && <Empty drawing="letter" title={t('operator.forms.none')} />}
      {forms
        .filter((form) => form !== editing)
        .map((form) => (
          <TitledCard
            key={form.id}
            title={form.name}
            beside={
              form.retiredAt ? (
                <Badge look="disabled">{t('operator.forms.retired')}</Badge>
              ) : (
                editing === null && (
                  <span className="row gap-8 wrapping">
                    <Button
                      kind="secondary"
                      size="small"
                      aria-label={t('operator.forms.change.what', { name: form.name })}
                      onClick={() => setEditing(form)}>
                      {t('operator.forms.change')}
                    </Button>
                    <Button
                      kind="quiet"
                      size="small"
                      aria-label={t('operator.forms.retire.what', { name: form.name })}
                      onClick={() => retire(form)}>
                      {t('operator.forms.retire')}
                    </Button>
                  </span>
                )
              )
            }>
            {!form.retiredAt && (
              <p>
                {form.services.length > 0
                  ? t('operator.forms.services', {
                      services: form.services
                        .map((id) => services.find((service) => service.id === id)?.label ?? id)
                        .join(', '),
                    })
                  : t('operator.forms.services.none')}
              </p>
            )}
            <FormVersions versions={form.versions} />
          </TitledCard>
        ))}
      <PatchTestsCard services={services} confirm={confirm} />
      {dialog}
    </ConsoleFrame>
  )
}

export { ConsoleError as ErrorBoundary }

type Version = OperatorForm['versions'][number]

function FormVersions({ versions: [newest, ...before] }: { versions: readonly Version[] }) {
  return (
    <>
      {newest && <VersionShown version={newest} />}
      {before.length > 0 && (
        <details>
          <summary>{t('operator.forms.before', { n: before.length })}</summary>
          <div className="stack gap-16">
            {before.map((version) => (
              <VersionShown key={version.number} version={version} />
            ))}
          </div>
        </details>
      )}
    </>
  )
}

function VersionShown({ version: { number, publishedAt, signed, intro, questions } }: { version: Version }) {
  return (
    <div className="stack gap-8">
      <p className="small muted">
        {t('operator.forms.version', { number, date: formatOperatorMoment(publishedAt) })},{' '}
        {t('operator.forms.signed', { n: signed })}
      </p>
      <p>{intro}</p>
      <ol className="stack gap-4">
        {questions.map(({ kind, text }, i) => (
          <li key={text}>
            {`${i + 1}. ${text} `}
            <span className="small muted">({t(`operator.forms.answer.${kind}`)})</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

type Service = { id: string; label: string; patchTestMinutes: number | null }

function PatchTestsCard({
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
    title: t(minutes === null ? 'operator.tests.end.what' : 'operator.tests.ask.what', { service: service.label }),
    text: t(minutes === null ? 'operator.tests.end.text' : 'operator.tests.ask.text', { minutes: minutes ?? 0 }),
    act: t(minutes === null ? 'operator.tests.end' : 'operator.tests.ask'),
    run: (reason) => browserApi().operatorForms.setTest({ serviceId: service.id, minutes, reason }),
  })
  const ask = () => {
    const minutes = TestMinutes.safeParse(readNumber(typed, 'whole'))
    const service = services.find(({ id }) => id === serviceId)
    setWrong(!minutes.success || !service)
    if (minutes.success && service) confirm(set(service, minutes.data))
  }
  return (
    <TitledCard title={t('operator.tests.title')}>
      <p className="muted">{t('operator.tests.text')}</p>
      {asked.length === 0 ? (
        <p className="muted">{t('operator.tests.none')}</p>
      ) : (
        <ul className={consoleStyles.lines}>
          {asked.map((service) => (
            <li key={service.id} className="row space-between wrapping">
              <span>
                <b>{service.label}</b>{' '}
                <span className="small muted">
                  {t('operator.tests.minutes', { minutes: service.patchTestMinutes ?? 0 })}
                </span>
              </span>
              <Button
                kind="quiet"
                size="small"
                aria-label={t('operator.tests.end.what', { service: service.label })}
                onClick={() => confirm(set(service, null))}>
                {t('operator.tests.end')}
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
            label={t('operator.tests.service')}
            value={serviceId}
            onChange={({ target }) => setServiceId(target.value)}>
            <option value="">{t('operator.tests.choose')}</option>
            {services.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </SelectField>
          <NumberField
            label={t('operator.tests.length')}
            kind="whole"
            value={typed}
            error={
              wrong ? t('operator.tests.wrong', { least: patchTestMinutes.least, most: patchTestMinutes.most }) : null
            }
            onChange={(minutes) => {
              setTyped(minutes)
              setWrong(false)
            }}
          />
        </div>
        <div>
          <Button type="submit" kind="secondary">
            {t('operator.tests.ask')}
          </Button>
        </div>
      </form>
    </TitledCard>
  )
}
