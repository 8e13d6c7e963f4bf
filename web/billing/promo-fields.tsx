import { markets } from '#contract/format.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import type { Errors } from '#web/platform/use-form.ts'
import { Checkbox, Radio } from '#web/ui/fields/choice.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import type { PromoDraft } from './promo-draft.ts'
import { promoMessages } from './promo-messages.ts'

interface PromoFieldsProps {
  draft: PromoDraft
  country: Country
  errors: Errors
  firstOnly: string
  onChange: (part: Partial<PromoDraft>) => void
}

export function PromoFields({ draft, country, errors, firstOnly, onChange }: PromoFieldsProps) {
  const t = createTranslator(promoMessages, country)
  const { symbol } = markets[country]
  const field = (name: Exclude<keyof PromoDraft, 'worth' | 'firstOnly'>) => ({
    name,
    autoComplete: 'off',
    value: draft[name],
    error: errors[name] ?? null,
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  const whole = (name: 'percent' | 'amount' | 'mostUses' | 'mostEach' | 'leastTotal') => ({
    ...field(name),
    kind: 'whole' as const,
    maxLength: 9,
    onChange: (typed: string) => onChange({ [name]: typed }),
  })
  return (
    <>
      <div className="field-grid even">
        <TextField
          label={t('promos.code')}
          hint={t('promos.code.hint')}
          {...field('code')}
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
        <fieldset className="stack gap-8">
          <legend className="field-label">{t('promos.worth')}</legend>
          <div className="row gap-24 wrapping">
            {(['percent', 'amount'] as const).map((worth) => (
              <Radio key={worth} name="worth" checked={draft.worth === worth} onChange={() => onChange({ worth })}>
                {t(`promos.worth.${worth}`)}
              </Radio>
            ))}
          </div>
          {draft.worth === 'percent' ? (
            <NumberField label={t('promos.percent')} {...whole('percent')} suffix={<span className="muted">%</span>} />
          ) : (
            <NumberField label={t('promos.amount')} {...whole('amount')} prefix={symbol} />
          )}
        </fieldset>
        <TextField label={t('promos.from')} hint={t('promos.from.hint')} {...field('startsAt')} type="date" />
        <TextField label={t('promos.until')} hint={t('promos.until.hint')} {...field('endsAt')} type="date" />
        <NumberField label={t('promos.mostUses')} hint={t('promos.many.hint')} {...whole('mostUses')} />
        <NumberField label={t('promos.mostEach')} hint={t('promos.many.hint')} {...whole('mostEach')} />
        <NumberField label={t('promos.least')} hint={t('promos.least.hint')} {...whole('leastTotal')} prefix={symbol} />
      </div>
      <Checkbox checked={draft.firstOnly} onChange={({ target }) => onChange({ firstOnly: target.checked })}>
        {firstOnly}
      </Checkbox>
    </>
  )
}
