import { useState } from 'react'
import { callingCodes } from '#contract/calling-codes.ts'
import { markets } from '#contract/format.ts'
import type { CountryCode } from '#contract/values.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { usePageCountry } from '#web/shell/page-country.ts'
import { SelectField, TextField } from '#web/ui/fields/field.tsx'
import { accountMessages } from '#web/accounts/messages.ts'
import styles from './mobile-field.module.css'

const t = createTranslator(accountMessages)
const w = createTranslator(sharedMessages)
const order: readonly CountryCode[] = ['AU', 'CA', 'GB', 'US']

export function MobileField({
  hint,
  error,
  value = '',
  country,
  isRequired = false,
}: {
  hint?: string
  error?: string
  value?: string
  country?: CountryCode
  isRequired?: boolean
}) {
  // Defaults to the visitor's country.
  const visitors = usePageCountry()
  const [picked, pick] = useState<CountryCode>()
  const chosen = picked ?? country ?? visitors
  return (
    <div className={styles.mobileField}>
      <SelectField
        label={t('register.country')}
        name="country"
        value={chosen}
        onChange={(event) => pick(event.target.value as CountryCode)}
        autoComplete="off">
        {order.map((code) => (
          <option key={code} value={code}>
            {`${markets[code].name} (+${callingCodes[code]})`}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('register.mobile')}
        name="mobile"
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        maxLength={40}
        {...(isRequired ? {} : { optional: w('field.optional') })}
        hint={hint}
        error={error}
        defaultValue={value}
      />
    </div>
  )
}

export const readMobile = (typed: FormData): { mobile: string; country: CountryCode } => ({
  mobile: String(typed.get('mobile') ?? '').trim(),
  country: String(typed.get('country') ?? 'AU') as CountryCode,
})
