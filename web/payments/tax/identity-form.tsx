import { type FormEvent, useRef, useState } from 'react'
import { formatDate } from '#contract/format.ts'
import {
  type EntityType,
  needsBirthDate,
  type SellerIdentity,
  type TaxNumberKind,
  taxNumberKinds,
} from '#contract/payments/seller-identity.ts'
import type { Country } from '#contract/words.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'

export const identityMessages = defineMessages({
  'identity.title': 'Tax details',
  'identity.text':
    'The law requires Primp to report your earnings and the details below to {office}. We encrypt your tax number and use it only for this report.',
  'identity.office.GB': 'HM Revenue & Customs',
  'identity.office.CA': 'the Canada Revenue Agency',
  'identity.office.AU': 'the Australian Taxation Office',
  'identity.office.US': 'the Internal Revenue Service',
  'identity.missing':
    'Please enter your tax details.{date, select, undefined {} other { Otherwise, we will stop your payouts on {date}.}}',
  'identity.overdue': 'Payouts are on hold until you enter your tax details. Your earnings are safe.',
  'identity.provided': 'Saved. The payment service is still checking your payout details.',
  'identity.verified': 'Saved, and your payout account is verified.',
  'identity.note.missing': 'Not entered yet',
  'identity.note.overdue': 'Overdue: payouts are on hold',
  'identity.note.provided': 'Saved',
  'identity.note.verified': 'Saved and verified',
  'identity.entityType': 'You work as',
  'identity.entityType.individual': {
    text: 'An individual or sole trader',
    US: 'An individual or sole proprietor',
    CA: 'An individual or sole proprietor',
  },
  'identity.entityType.business': 'A company or partnership',
  'identity.firstName': { text: 'Given names', US: 'First name' },
  'identity.familyName': { text: 'Family name', US: 'Last name' },
  'identity.legalName': 'Legal name of the business',
  'identity.street': 'Street and number',
  'identity.city': { text: 'Town or city', US: 'City' },
  'identity.region': { text: 'County', US: 'State', AU: 'State', CA: 'Province' },
  'identity.postcode': { text: 'Postcode', US: 'ZIP code', CA: 'Postal code' },
  'identity.birthDate': 'Date of birth',
  'identity.birthDate.kept': 'Saved. Leave empty to keep it.',
  'identity.registration': { text: 'Company registration number', AU: 'Company number (ACN)', US: 'State file number' },
  'identity.kind': 'Type of tax number',
  'identity.kind.nino': 'National Insurance number',
  'identity.kind.utr': 'Unique Taxpayer Reference (UTR)',
  'identity.kind.sin': 'Social Insurance Number (SIN)',
  'identity.kind.bn': 'Business Number (BN)',
  'identity.kind.abn': 'Australian Business Number (ABN)',
  'identity.kind.ssn': 'Social Security number (SSN)',
  'identity.kind.itin': 'Individual Taxpayer Identification Number (ITIN)',
  'identity.kind.ein': 'Employer Identification Number (EIN)',
  'identity.number': 'Tax number',
  'identity.number.kept': 'Ends with {end}. Leave empty to keep it.',
  'identity.required': 'This field is required.',
  'identity.optional': 'optional',
  'identity.save': 'Save tax details',
  'identity.saved': 'Tax details saved.',
})

interface Props {
  saved: SellerIdentity
  country: Country
  onSaved: (now: SellerIdentity) => void
}

export function IdentityForm({ saved, country, onSaved }: Props) {
  const t = createTranslator(identityMessages, country)
  const form = useRef<HTMLFormElement>(null)
  const { errors, pending, run, formError } = useForm({ form })
  const { identity } = saved
  const [typed, setTyped] = useState({
    entityType: identity?.entityType ?? ('individual' as EntityType),
    firstName: identity?.firstName ?? '',
    name: identity?.name ?? '',
    street: identity?.street ?? '',
    city: identity?.city ?? '',
    region: identity?.region ?? '',
    postcode: identity?.postcode ?? '',
    registrationNumber: identity?.registrationNumber ?? '',
    taxNumberKind: identity?.taxNumberKind ?? (taxNumberKinds[country].individual[0] as TaxNumberKind),
    taxNumber: '',
    birthDate: '',
  })
  const change = (part: Partial<typeof typed>) => setTyped((now) => ({ ...now, ...part }))
  const isIndividual = typed.entityType === 'individual'
  const kinds = taxNumberKinds[country][typed.entityType]
  const isDated = needsBirthDate(country, typed.entityType)
  const keepsNumber = identity !== null && identity.taxNumberKind === typed.taxNumberKind
  const keepsBirthDate = identity !== null && needsBirthDate(country, identity.entityType)
  const changeEntityType = (entityType: EntityType) => {
    const [first] = taxNumberKinds[country][entityType]
    change({
      entityType,
      taxNumberKind: taxNumberKinds[country][entityType].includes(typed.taxNumberKind)
        ? typed.taxNumberKind
        : (first as TaxNumberKind),
    })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const required = [
      'name',
      'street',
      'city',
      'postcode',
      ...(country === 'GB' ? [] : ['region']),
      ...(isIndividual ? ['firstName'] : ['registrationNumber']),
      ...(keepsNumber ? [] : ['taxNumber']),
      ...(isDated && !keepsBirthDate ? ['birthDate'] : []),
    ] as (keyof typeof typed)[]
    const wrong = Object.fromEntries(
      required.filter((name) => !typed[name].trim()).map((name) => [name, t('identity.required')]),
    )
    const sent = {
      ...typed,
      firstName: isIndividual ? typed.firstName : '',
      registrationNumber: isIndividual ? '' : typed.registrationNumber,
      birthDate: isDated ? typed.birthDate : '',
    }
    const done = await run((key) => browserApi().sellerIdentity.save(sent, { key }), { errors: wrong })
    if (!done) return
    change({ taxNumber: '', birthDate: '' })
    onSaved(done.answer)
  }
  const field = (name: Exclude<keyof typeof typed, 'entityType' | 'taxNumberKind'>) => ({
    name,
    value: typed[name],
    error: errors[name] ?? null,
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      <p className="muted">{t('identity.text', { office: t(`identity.office.${country}`) })}</p>
      <IdentityState saved={saved} country={country} />
      {formError && <Note kind="error">{formError}</Note>}
      <SelectField
        label={t('identity.entityType')}
        name="entityType"
        value={typed.entityType}
        onChange={({ target }) => changeEntityType(target.value as EntityType)}>
        <option value="individual">{t('identity.entityType.individual')}</option>
        <option value="business">{t('identity.entityType.business')}</option>
      </SelectField>
      <div className="field-grid even">
        {isIndividual && (
          <TextField label={t('identity.firstName')} autoComplete="given-name" maxLength={60} {...field('firstName')} />
        )}
        <TextField
          label={t(isIndividual ? 'identity.familyName' : 'identity.legalName')}
          autoComplete={isIndividual ? 'family-name' : 'organization'}
          maxLength={120}
          {...field('name')}
        />
        <TextField label={t('identity.street')} autoComplete="address-line1" maxLength={120} {...field('street')} />
        <TextField label={t('identity.city')} autoComplete="address-level2" maxLength={80} {...field('city')} />
        <TextField
          label={t('identity.region')}
          autoComplete="address-level1"
          maxLength={60}
          optional={country === 'GB' ? t('identity.optional') : undefined}
          {...field('region')}
        />
        <TextField label={t('identity.postcode')} autoComplete="postal-code" maxLength={12} {...field('postcode')} />
        {isDated && (
          <TextField
            label={t('identity.birthDate')}
            type="date"
            autoComplete="bday"
            hint={keepsBirthDate ? t('identity.birthDate.kept') : undefined}
            {...field('birthDate')}
          />
        )}
        {!isIndividual && (
          <TextField
            label={t('identity.registration')}
            autoComplete="off"
            maxLength={30}
            {...field('registrationNumber')}
          />
        )}
        {kinds.length > 1 && (
          <SelectField
            label={t('identity.kind')}
            name="taxNumberKind"
            value={typed.taxNumberKind}
            error={errors['taxNumberKind'] ?? null}
            onChange={({ target }) => change({ taxNumberKind: target.value as TaxNumberKind })}>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`identity.kind.${kind}`)}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          label={kinds.length > 1 ? t('identity.number') : t(`identity.kind.${typed.taxNumberKind}`)}
          autoComplete="off"
          maxLength={30}
          hint={keepsNumber ? t('identity.number.kept', { end: identity.taxNumberEnd }) : undefined}
          {...field('taxNumber')}
        />
      </div>
      <div>
        <Button type="submit" loading={pending}>
          {t('identity.save')}
        </Button>
      </div>
    </form>
  )
}

function IdentityState({ saved: { state, stopsAt }, country }: Pick<Props, 'saved' | 'country'>) {
  const t = createTranslator(identityMessages, country)
  switch (state) {
    case 'missing':
      return (
        <Note kind="warning">
          {t('identity.missing', { date: stopsAt && formatDate(stopsAt.slice(0, 10), country) })}
        </Note>
      )
    case 'overdue':
      return <Note kind="error">{t('identity.overdue')}</Note>
    default:
      return (
        <Note kind="success" answers={false}>
          {t(`identity.${state}`)}
        </Note>
      )
  }
}
