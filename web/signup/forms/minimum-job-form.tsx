import { money } from '#contract/format.ts'
import { major } from '#contract/money.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { sharedWords } from '#web/platform/shared-words.ts'
import { signupWords } from '#web/signup/signup-words.ts'
import { ownSmallestJob } from '#web/signup/smallest-job.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { NumberField, wrongNumber } from '#web/ui/fields/number-field.tsx'
import { Note } from '#web/ui/note.tsx'
import { type ProfileFormProps, Prompt, symbolOf } from './profile-form.tsx'
import { useForm } from '#web/platform/use-form.ts'
import { readNumber, typedNumber } from '#web/ui/fields/typed-number.ts'

/** The smallest job worth leaving for, with what it would do to a small one. */
export function MinimumJobForm({ id, profile, catalogue, onSaved, onState, onPreview }: ProfileFormProps) {
  const t = reader(signupWords, profile.countryCode)
  const w = reader(sharedWords)
  const { currency } = profile
  const { draft, change, errors, formError, submit, form } = useForm({
    start: { typed: typedNumber(profile.minimumJob || null), none: profile.minimumJob === 0 },
    onSaved,
    onState,
    send: ({ typed, none }) => browserApi().ownProfile.minimumJob({ amount: none ? 0 : (readNumber(typed) ?? 0) }),
    check: ({ typed, none }): Record<string, string> =>
      none || readNumber(typed) !== null
        ? {}
        : { amount: wrongNumber(typed) ?? w('field.money', { currencyCode: currency }) },
  })
  const minimum = draft.none ? 0 : (readNumber(draft.typed) ?? 0)
  const priced = profile.services.filter(
    (service) => service.status === 'active' && service.cost !== null && service.cost < minimum,
  )
  const example = priced.toSorted((a, b) => (a.cost ?? 0) - (b.cost ?? 0))[0]
  const job = example && ownSmallestJob([example], { ...profile, minimumJob: minimum }, catalogue)
  const topUp = job ? (job.price.lines.find(({ kind }) => kind === 'topUp')?.amountMinor ?? 0) : 0
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack gap-24">
      {formError && <Note kind="error">{formError}</Note>}
      <div className="card pad-24 stack">
        <NumberField
          label={t('s6.amount')}
          name="amount"
          prefix={symbolOf(currency)}
          value={draft.none ? '' : draft.typed}
          disabled={draft.none}
          error={errors['amount']}
          onChange={(typed) => {
            change({ typed })
            onPreview?.({ minimumJob: readNumber(typed) ?? 0 })
          }}
        />
        <Checkbox checked={draft.none} onChange={(event) => change({ none: event.target.checked })}>
          {t('s6.none')}
        </Checkbox>
        <p role="status" className="muted">
          {example?.cost &&
            t('s6.example', {
              service: example.label,
              cost: money(example.cost, currency),
              min: money(minimum, currency),
              topup: money(major(topUp), currency),
            })}
        </p>
      </div>
      <Prompt>{t('s6.prompt')}</Prompt>
    </form>
  )
}
