import { markets } from '#contract/format.ts'
import { type Country, reader } from '#contract/words.ts'
import type { Errors } from '#web/platform/use-act.ts'
import { Checkbox, Radio } from '#web/ui/fields/choice.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import type { PromoDraft } from './promo-draft.ts'
import { promoWords } from './promo-words.ts'

interface PromoFieldsProps {
  draft: PromoDraft
  country: Country
  errors: Errors
  /** What a code for a first booking alone is called here. */
  firstOnly: string
  onChange: (part: Partial<PromoDraft>) => void
}

/** What a new promo code is called, takes off, and how often. */
export function PromoFields({ draft, country, errors, firstOnly, onChange }: PromoFieldsProps) {
  const t = reader(promoWords, country)
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
    inputMode: 'numeric' as const,
    maxLength: 7,
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value.replace(/\D/g, '') }),
  })
  return (
    <>
      <TextField
        label={t('promos.code')}
        hint={t('promos.code.hint')}
        {...field('code')}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
      />
      <fieldset className="stack gap-8">
        <legend className="title">{t('promos.worth')}</legend>
        <div className="row gap-24 wrapping">
          {(['percent', 'amount'] as const).map((worth) => (
            <Radio key={worth} name="worth" checked={draft.worth === worth} onChange={() => onChange({ worth })}>
              {t(`promos.worth.${worth}`)}
            </Radio>
          ))}
        </div>
        {draft.worth === 'percent' ? (
          <TextField label={t('promos.percent')} {...whole('percent')} suffix={<span className="muted">%</span>} />
        ) : (
          <TextField label={t('promos.amount')} {...whole('amount')} prefix={symbol} />
        )}
      </fieldset>
      <div className="field-grid even">
        <TextField label={t('promos.from')} hint={t('promos.from.hint')} {...field('startsAt')} type="date" />
        <TextField label={t('promos.until')} hint={t('promos.until.hint')} {...field('endsAt')} type="date" />
        <TextField label={t('promos.mostUses')} hint={t('promos.many.hint')} {...whole('mostUses')} />
        <TextField label={t('promos.mostEach')} hint={t('promos.many.hint')} {...whole('mostEach')} />
      </div>
      <TextField label={t('promos.least')} hint={t('promos.least.hint')} {...whole('leastTotal')} prefix={symbol} />
      <Checkbox checked={draft.firstOnly} onChange={({ target }) => onChange({ firstOnly: target.checked })}>
        {firstOnly}
      </Checkbox>
    </>
  )
}
