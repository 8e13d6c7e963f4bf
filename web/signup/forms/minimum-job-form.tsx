import { formatMoney } from '#contract/format.ts'
import { toMajor } from '#contract/money.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { signupMessages } from '#web/signup/signup-messages.ts'
import { computeSmallestJob } from '#web/signup/smallest-job.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { NumberField, validateNumber } from '#web/ui/fields/number-field.tsx'
import { Note } from '#web/ui/note.tsx'
import { type ProfileFormProps, Prompt, getCurrencySymbol } from './profile-form.tsx'
import { useForm } from '#web/platform/use-form.ts'
import { readNumber, formatTypedNumber } from '#web/ui/fields/typed-number.ts'

export function MinimumJobForm({ id, profile, catalogue, onSaved, onState, onPreview }: ProfileFormProps) {
  const t = createTranslator(signupMessages, profile.countryCode)
  const w = createTranslator(sharedMessages)
  const { currency } = profile
  const { draft, change, errors, formError, submit, form } = useForm({
    start: { typed: formatTypedNumber(profile.minimumJob || null), none: profile.minimumJob === 0 },
    onSaved,
    onState,
    send: ({ typed, none }) => browserApi().providerProfile.minimumJob({ amount: none ? 0 : (readNumber(typed) ?? 0) }),
    check: ({ typed, none }): Record<string, string> =>
      none || readNumber(typed) !== null
        ? {}
        : { amount: validateNumber(typed) ?? w('field.money', { currencyCode: currency }) },
  })
  const minimum = draft.none ? 0 : (readNumber(draft.typed) ?? 0)
  const priced = profile.services.filter(
    (service) => service.status === 'active' && service.cost !== null && service.cost < minimum,
  )
  const example = priced.toSorted((a, b) => (a.cost ?? 0) - (b.cost ?? 0))[0]
  const job = example && computeSmallestJob([example], { ...profile, minimumJob: minimum }, catalogue)
  const topUp = job ? (job.price.lines.find(({ kind }) => kind === 'topUp')?.amountMinor ?? 0) : 0
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack gap-24">
      {formError && <Note kind="error">{formError}</Note>}
      <div className="card pad-24 stack">
        {!draft.none && (
          <NumberField
            label={t('step6.amount')}
            name="amount"
            prefix={getCurrencySymbol(currency)}
            value={draft.typed}
            error={errors['amount']}
            onChange={(typed) => {
              change({ typed })
              onPreview?.({ minimumJob: readNumber(typed) ?? 0 })
            }}
          />
        )}
        <Checkbox checked={draft.none} onChange={(event) => change({ none: event.target.checked })}>
          {t('step6.none')}
        </Checkbox>
        <p role="status" className="muted">
          {example?.cost &&
            t('step6.example', {
              service: example.label,
              cost: formatMoney(example.cost, currency),
              min: formatMoney(minimum, currency),
              topup: formatMoney(toMajor(topUp), currency),
            })}
        </p>
      </div>
      <Prompt>{t('step6.prompt')}</Prompt>
    </form>
  )
}
