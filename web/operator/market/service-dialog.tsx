import { type FormEvent, useEffect, useState } from 'react'
import type { OperatorService } from '#contract/operator/market.ts'
import { serviceSequences } from '#contract/search/service-sequences.ts'
import { countries } from '#contract/words.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SelectField, TextField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { slugifyLabel } from './parts-card.tsx'
import consoleStyles from '#web/operator/console.module.css'
import dialogStyles from '#web/ui/overlays/dialog.module.css'

const t = createTranslator(operatorMessages)

export type ServiceForm = {
  id: string
  typeId: string
  label: string
  phrase: string
  minutes: number
  setupMinutes: number
  sequence: number
  trial: boolean
  forMinors: boolean
  markets: OperatorService['markets']
  retired: boolean
}

type ServiceDraft = Omit<ServiceForm, 'minutes' | 'setupMinutes'> & { minutes: string; setupMinutes: string }
const draftOf = (form: ServiceForm): ServiceDraft => ({
  ...form,
  minutes: String(form.minutes),
  setupMinutes: String(form.setupMinutes),
})

const blank: ServiceForm = {
  id: '',
  typeId: '',
  label: '',
  phrase: '',
  minutes: 45,
  setupMinutes: 0,
  sequence: 0,
  trial: false,
  forMinors: false,
  markets: [...countries],
  retired: false,
}

export function ServiceDialog({
  editing,
  types,
  onSave,
  onClose,
}: {
  editing: OperatorService | 'new' | null
  types: readonly { id: string; label: string }[]
  onSave: (form: ServiceForm) => void
  onClose: () => void
}) {
  const isNew = editing === 'new'
  const [form, setForm] = useState<ServiceDraft>(draftOf(blank))
  const [wrong, setWrong] = useState<Partial<Record<keyof ServiceForm, string>>>({})
  useEffect(() => {
    setWrong({})
    setForm(draftOf(editing && editing !== 'new' ? editing : { ...blank, typeId: types[0]?.id ?? '' }))
  }, [editing, types])
  const set = (more: Partial<ServiceDraft>) => setForm({ ...form, ...more })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const required = (Name: string) => formatMessage(sharedMessages['field.required'], { Name })
    const minutes = readNumber(form.minutes, 'whole') ?? 0
    const setupMinutes = Math.min(120, readNumber(form.setupMinutes, 'whole') ?? 0)
    const found: typeof wrong = {
      ...(form.label.trim().length < 2 ? { label: required(t('operator.services.name')) } : {}),
      ...(form.phrase.trim().length < 2 ? { phrase: required(t('operator.services.phrase')) } : {}),
      ...(minutes >= 5 && minutes <= 600 ? {} : { minutes: required(t('operator.services.minutes')) }),
      ...(form.markets.length ? {} : { markets: required(t('operator.services.markets')) }),
    }
    setWrong(found)
    if (Object.keys(found).length === 0)
      onSave({ ...form, minutes, setupMinutes, id: isNew ? form.id || slugifyLabel(form.label) : form.id })
  }
  return (
    <Dialog
      open={editing !== null}
      onClose={onClose}
      label={t('operator.services.title')}
      className={consoleStyles.wide}>
      <form className="stack" noValidate onSubmit={submit}>
        <h2 className="heading-3">
          {isNew ? t('operator.services.add') : t('operator.services.edit', { service: form.label })}
        </h2>
        <TextField
          label={t('operator.services.name')}
          value={form.label}
          maxLength={60}
          error={wrong.label}
          onChange={(event) => set({ label: event.target.value })}
        />
        <TextField
          label={t('operator.services.phrase')}
          value={form.phrase}
          maxLength={60}
          error={wrong.phrase}
          onChange={(event) => set({ phrase: event.target.value })}
        />
        {isNew && (
          <>
            <TextField
              label={t('operator.services.id')}
              value={form.id}
              placeholder={slugifyLabel(form.label)}
              maxLength={60}
              onChange={(event) => set({ id: slugifyLabel(event.target.value) })}
            />
            <SelectField
              label={t('operator.services.type')}
              value={form.typeId}
              onChange={(event) => set({ typeId: event.target.value })}>
              {types.map((type) => (
                <option key={type.id} value={type.id}>
                  {type.label}
                </option>
              ))}
            </SelectField>
          </>
        )}
        <NumberField
          label={t('operator.services.minutes')}
          kind="whole"
          value={form.minutes}
          error={wrong.minutes}
          onChange={(typed) => set({ minutes: typed })}
        />
        <NumberField
          label={t('operator.services.setup')}
          kind="whole"
          value={form.setupMinutes}
          onChange={(typed) => set({ setupMinutes: typed })}
        />
        <SelectField
          label={t('operator.services.sequence')}
          hint={t('operator.services.sequence.hint')}
          value={form.sequence}
          onChange={(event) => set({ sequence: Number(event.target.value) })}>
          {Array.from({ length: serviceSequences + 1 }, (_, sequence) => (
            <option key={sequence} value={sequence}>
              {sequence === 0 ? t('operator.services.sequence.any') : sequence}
            </option>
          ))}
        </SelectField>
        <Checkbox checked={form.trial} onChange={(event) => set({ trial: event.target.checked })}>
          {t('operator.services.trial')}
        </Checkbox>
        <Checkbox checked={form.forMinors} onChange={(event) => set({ forMinors: event.target.checked })}>
          {t('operator.services.minors')}
        </Checkbox>
        <fieldset className="row gap-16 wrapping">
          <legend className="field-label">{t('operator.services.markets')}</legend>
          {countries.map((country) => (
            <Checkbox
              key={country}
              checked={form.markets.includes(country)}
              onChange={(event) =>
                set({
                  markets: event.target.checked
                    ? [...form.markets, country]
                    : form.markets.filter((one) => one !== country),
                })
              }>
              {country}
            </Checkbox>
          ))}
        </fieldset>
        {!isNew && (
          <Checkbox checked={form.retired} onChange={(event) => set({ retired: event.target.checked })}>
            {t('operator.services.retired')}
            <small className="hint"> {t('operator.services.retired.hint')}</small>
          </Checkbox>
        )}
        <div className={dialogStyles.modalFoot}>
          <Button kind="secondary" onClick={onClose}>
            {t('operator.back')}
          </Button>
          <Button type="submit">{t('operator.save')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
