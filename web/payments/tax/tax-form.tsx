import { type FormEvent, useRef, useState } from 'react'
import { type TaxDetails, taxOffices } from '#contract/payments/tax.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { taxMessages } from './messages.ts'

interface Props {
  details: TaxDetails
  name: string
  country: Country
  onKept: (now: TaxDetails) => void
}

export function TaxForm({ details, name, country, onKept }: Props) {
  const t = createTranslator(taxMessages, country)
  const office = taxOffices[country]
  const tax = office.tax ?? ''
  const form = useRef<HTMLFormElement>(null)
  const { errors, pending, run, formError } = useForm({ form })
  const [typed, setTyped] = useState({
    legalName: details.person?.legalName ?? name,
    address: details.person?.address ?? '',
    taxNumber: details.person?.taxNumber ?? '',
    registered: Boolean(details.registration),
    number: details.registration?.number ?? '',
    region: details.registration?.region ?? details.rates[0]?.region ?? '',
  })
  const change = (part: Partial<typeof typed>) => setTyped((now) => ({ ...now, ...part }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { legalName, address, taxNumber, registered, number, region } = typed
    const wrong = {
      ...(legalName.trim() ? {} : { legalName: t('tax.name.error') }),
      ...(registered && !number.trim() ? { 'registration.number': t('tax.registration.error', { tax }) } : {}),
    }
    const sent = { legalName, address, taxNumber, registration: registered ? { number, region } : null }
    const done = await run((key) => browserApi().tax.save(sent, { key }), { errors: wrong })
    if (done) onKept(done.answer)
  }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      <p className="muted">{office.tax ? t('tax.text', { tax }) : t('tax.text.none')}</p>
      {formError && <Note kind="error">{formError}</Note>}
      <TextField
        label={t('tax.legalName')}
        name="legalName"
        autoComplete="organization"
        maxLength={120}
        value={typed.legalName}
        error={errors['legalName'] ?? null}
        onChange={({ target }) => change({ legalName: target.value })}
      />
      <TextAreaField
        label={t('tax.address')}
        name="address"
        autoComplete="street-address"
        rows={3}
        maxLength={300}
        value={typed.address}
        error={errors['address'] ?? null}
        onChange={({ target }) => change({ address: target.value })}
      />
      <TextField
        label={t('tax.number', { office: office.number })}
        name="taxNumber"
        autoComplete="off"
        maxLength={30}
        hint={t('tax.number.hint')}
        value={typed.taxNumber}
        error={errors['taxNumber'] ?? null}
        onChange={({ target }) => change({ taxNumber: target.value })}
      />
      {office.tax && (
        <>
          <Checkbox checked={typed.registered} onChange={({ target }) => change({ registered: target.checked })}>
            {t('tax.registered', { tax })}
          </Checkbox>
          {typed.registered && (
            <div className="stack">
              <p className="small muted">{t('tax.registered.text', { tax })}</p>
              {details.rates.length > 1 && (
                <SelectField
                  label={t('tax.region')}
                  value={typed.region}
                  onChange={({ target }) => change({ region: target.value })}>
                  {details.rates.map((rate) => (
                    <option key={rate.region} value={rate.region}>
                      {t(`tax.region.${(rate.region || 'other') as 'other'}`, rate)}
                    </option>
                  ))}
                </SelectField>
              )}
              <TextField
                label={t('tax.registration', { tax })}
                name="registration.number"
                autoComplete="off"
                maxLength={30}
                value={typed.number}
                error={errors['registration.number'] ?? null}
                onChange={({ target }) => change({ number: target.value })}
              />
            </div>
          )}
        </>
      )}
      <div>
        <Button type="submit" loading={pending}>
          {t('tax.save')}
        </Button>
      </div>
    </form>
  )
}
