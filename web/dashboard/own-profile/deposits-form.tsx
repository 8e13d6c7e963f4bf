import { minor, moneyOf } from '#contract/money.ts'
import { depositMinorOf, unitsWithFee } from '#contract/price.ts'
import { depositShares } from '#contract/providers/profile-rules.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { type ProfileFormProps, useForm } from '#web/signup/forms/use-form.ts'
import { SelectField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { sellingWords } from './selling-words.ts'

const t = reader(sellingWords)
const step = 5
const choices = Array.from(
  { length: (depositShares.most - depositShares.least) / step + 1 },
  (_, i) => depositShares.least + i * step,
)

/** What share of the price is asked for at once, service by service, with what it comes to for one person. */
export function DepositsForm({ id, profile, catalogue, onSaved, onState }: ProfileFormProps) {
  const services = profile.services.filter(({ status }) => status === 'active')
  const { draft, change, errors, problem, submit, form } = useForm({
    start: { shares: Object.fromEntries(services.map((service) => [service.id, service.depositShare])) },
    send: ({ shares }) =>
      browserApi().ownProfile.deposits({
        items: services.map(({ id: serviceId }) => ({ serviceId, share: shares[serviceId] ?? null })),
      }),
    onSaved,
    onState,
  })
  const usual = profile.sellingRules.depositShare
  const said = (service: (typeof services)[number]) => {
    const costMinor = minor(service.cost ?? 0)
    const percent = catalogue.categories.find(({ id }) => id === service.categoryId)?.feePercent ?? 0
    const totalMinor = minor(unitsWithFee(costMinor, percent))
    const deposit = depositMinorOf(totalMinor, totalMinor - costMinor, draft.shares[service.id] ?? usual)
    return t('deposit.preview', {
      total: moneyOf(totalMinor, profile.currency),
      deposit: moneyOf(Math.ceil(deposit), profile.currency, { decimals: 'always' }),
    })
  }
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack">
      {problem && <Note kind="error">{problem}</Note>}
      <p className="muted">{t('deposit.text')}</p>
      <div className="field-grid even">
        {services.map((service, index) => (
          <SelectField
            key={service.id}
            label={service.label}
            hint={said(service)}
            value={draft.shares[service.id] ?? ''}
            error={errors[`items.${index}.share`]}
            onChange={({ target }) =>
              change({ shares: { ...draft.shares, [service.id]: target.value === '' ? null : Number(target.value) } })
            }>
            <option value="">{t('deposit.usual', { n: usual })}</option>
            {[...new Set([...choices, ...(service.depositShare === null ? [] : [service.depositShare])])]
              .sort((a, b) => a - b)
              .map((n) => (
                <option key={n} value={n}>
                  {t('deposit.share', { n })}
                </option>
              ))}
          </SelectField>
        ))}
      </div>
    </form>
  )
}
