import { Link } from 'react-router'
import type { User } from '#contract/accounts/accounts.ts'
import { callingCodes } from '#contract/calling-codes.ts'
import { markets } from '#contract/format.ts'
import type { Progress } from '#contract/signup/signup.ts'
import { type Country, countries } from '#contract/words.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { PasswordField } from '#web/accounts/registering/password-field.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { usePageCountry } from '#web/shell/page-country.ts'
import { signupMessages } from '#web/signup/signup-messages.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError, SelectField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { type FormState, useForm } from '#web/platform/use-form.ts'
import styles from './register-form.module.css'
import { isEmail } from '#contract/accounts/parse-email.ts'

interface Props {
  id: string
  /** Null for a visitor without an account. */
  person: Progress['person'] | null
  /** The recruitment page of origin, which preselects a service. */
  from: string
  firstService: string | null
  onSaved: (saved: { token: string | null; user: User }) => void | Promise<void>
  onState?: (state: FormState) => void
  /** Called with the name as it is typed, for the preview. */
  onName?: (name: string) => void
}

const required = (name: string) => formatMessage(sharedMessages['field.required'], { Name: name })

/** Name, mobile and terms; also address and password without an account. */
export function RegisterForm({ id, person, from, firstService, onSaved, onState, onName }: Props) {
  const t = createTranslator(signupMessages)
  const w = createTranslator(sharedMessages)
  const visitors = usePageCountry()
  const { draft, change, errors, formError, submit, form } = useForm({
    start: {
      name: person?.name ?? '',
      email: '',
      mobile: person?.mobile ?? '',
      country: person?.country ?? visitors,
      password: '',
      terms: person?.acceptedTerms ?? false,
      adult: person?.confirmedAdult ?? false,
    },
    onSaved,
    onState,
    refusals: { email_taken: { email: t('step1.exists') } },
    check: ({ name, email, mobile, password, terms, adult }): Record<string, string> => ({
      ...(name.trim() ? {} : { name: required('Name') }),
      ...(person || isEmail(email) ? {} : { email: email.trim() ? w('field.email') : required('Email') }),
      ...(mobile.trim() ? {} : { mobile: required('Mobile') }),
      ...(person || [...password].length >= 10
        ? {}
        : { password: password ? w('field.password.short') : required('Password') }),
      ...(adult ? {} : { adult: t('step1.adult.error') }),
      ...(terms ? {} : { terms: t('step1.terms.error') }),
    }),
    send: ({ name, email, mobile, country, password }) =>
      browserApi().signup.start({
        name: name.trim(),
        mobile,
        country,
        terms: true,
        adult: true,
        from,
        firstService,
        ...(person ? {} : { email: email.trim(), password }),
      }),
  })
  const taken = errors['email'] === t('step1.exists')
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate method="post" className="stack gap-24">
      {formError && <Note kind="error">{formError}</Note>}
      <div className="card pad-24 stack">
        <TextField
          label={t('step1.name')}
          hint={t('step1.name.hint')}
          name="name"
          autoComplete="name"
          maxLength={120}
          value={draft.name}
          error={errors['name']}
          onChange={(event) => {
            change({ name: event.target.value })
            onName?.(event.target.value)
          }}
        />
        {person ? (
          <p className="small muted">{`${t('step1.email')}: ${person.email}`}</p>
        ) : (
          <TextField
            label={t('step1.email')}
            hint={t('step1.email.hint')}
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            maxLength={254}
            value={draft.email}
            error={errors['email']}
            onChange={(event) => change({ email: event.target.value })}
          />
        )}
        {taken && (
          <p>
            <Link to="/login?redirect=/signup/profile/register">{t('step1.login')}</Link>
          </p>
        )}
        <div className={styles.mobilePair}>
          <SelectField
            label={t('step1.country')}
            name="country"
            value={draft.country}
            onChange={(event) => change({ country: event.target.value as Country })}>
            {countries.map((code) => (
              <option key={code} value={code}>
                {`${markets[code].name} (+${callingCodes[code]})`}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t('step1.mobile')}
            hint={t('step1.mobile.hint')}
            name="mobile"
            type="tel"
            autoComplete="tel"
            inputMode="tel"
            maxLength={40}
            value={draft.mobile}
            error={errors['mobile']}
            onChange={(event) => change({ mobile: event.target.value })}
          />
        </div>
        {!person && (
          <div onInput={(event) => change({ password: (event.target as HTMLInputElement).value })}>
            <PasswordField
              label={t('step1.password')}
              hint={t('step1.password.hint')}
              kept="new-password"
              {...(errors['password'] ? { error: errors['password'] } : {})}
            />
          </div>
        )}
      </div>
      {!person?.confirmedAdult && (
        <div className="stack gap-4">
          <Checkbox
            name="adult"
            checked={draft.adult}
            aria-invalid={errors['adult'] ? true : undefined}
            onChange={(event) => change({ adult: event.target.checked })}>
            {t('step1.adult')}
          </Checkbox>
          {errors['adult'] && <FieldError>{errors['adult']}</FieldError>}
        </div>
      )}
      {!person?.acceptedTerms && (
        <div className="stack gap-4">
          <Checkbox
            name="terms"
            checked={draft.terms}
            aria-invalid={errors['terms'] ? true : undefined}
            onChange={(event) => change({ terms: event.target.checked })}>
            {t('step1.terms')}{' '}
            <Link to="/content/legals-providers" target="_blank">
              {t('step1.terms.provider')}
            </Link>{' '}
            ·{' '}
            <Link to="/content/privacy-policy" target="_blank">
              {t('step1.terms.privacy')}
            </Link>
          </Checkbox>
          {errors['terms'] && <FieldError>{errors['terms']}</FieldError>}
        </div>
      )}
    </form>
  )
}
