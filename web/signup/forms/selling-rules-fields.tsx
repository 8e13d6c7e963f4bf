import { useId } from 'react'
import { type Minor, toMinor, formatMoneyMinor, computePercent } from '#contract/money.ts'
import { refundSums } from '#contract/payments/refund.ts'
import { computeDeposit } from '#contract/price.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { depositShares } from '#contract/providers/profile-rules.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { signupMessages } from '#web/signup/signup-messages.ts'
import { Radio, Switch } from '#web/ui/fields/choice.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { SliderField } from '#web/ui/fields/slider.tsx'

type Rules = EditableProfile['sellingRules']
interface Props {
  rules: Rules
  feePercent: number
  currency: string
  country: Country
  payoutReady: boolean
  errors: Readonly<Record<string, string>>
  onChange: (rules: Rules) => void
}

const policies = ['flexible', 'fair', 'strict'] as const

export function SellingRulesFields({ rules, feePercent, currency, country, payoutReady, errors, onChange }: Props) {
  const t = createTranslator(signupMessages, country)
  const id = useId()
  return (
    <div className="card pad-24 stack gap-24">
      <SliderField
        label={t('step4.deposit')}
        hint={t('step4.deposit.hint', depositShares)}
        value={rules.depositShare}
        least={depositShares.least}
        most={depositShares.most}
        said={t('step4.share.value', { n: rules.depositShare })}
        error={errors['depositShare'] ?? null}
        onChange={(depositShare) => onChange({ ...rules, depositShare })}
      />
      <fieldset className="stack gap-4">
        <legend className="field-label">{t('step4.policy')}</legend>
        {policies.map((policy) => (
          <Radio
            key={policy}
            name={`${id}-policy`}
            value={policy}
            checked={rules.policy === policy}
            onChange={() => onChange({ ...rules, policy })}>
            {t(`step4.policy.${policy}`)}
          </Radio>
        ))}
        <p className="micro hint">{t('step4.policy.hint')}</p>
        <KeptExample share={rules.depositShare} feePercent={feePercent} currency={currency} country={country} />
      </fieldset>
      <div className="row space-between gap-16">
        <span className="stack gap-4">
          <b className="bold">{t('step4.instant')}</b>
          <span className="micro hint" id={`${id}-instant`}>
            {t('step4.instant.hint')}
          </span>
        </span>
        <Switch
          label={t('step4.instant')}
          on={rules.instant}
          aria-describedby={`${id}-instant`}
          disabled={!payoutReady && !rules.instant}
          onChange={(instant) => onChange({ ...rules, instant })}
        />
      </div>
      {errors['instant'] && <FieldError>{errors['instant']}</FieldError>}
      <div className="row space-between gap-16">
        <span className="stack gap-4">
          <b className="bold">{t('step4.balanceOnline')}</b>
          <span className="micro hint" id={`${id}-balance`}>
            {t('step4.balanceOnline.hint')}
          </span>
        </span>
        <Switch
          label={t('step4.balanceOnline')}
          on={rules.onlineBalance}
          aria-describedby={`${id}-balance`}
          onChange={(onlineBalance) => onChange({ ...rules, onlineBalance })}
        />
      </div>
    </div>
  )
}

const exampleMinor = toMinor(200)

/** Example: how an unrefunded deposit is split, for a price of 200. */
function KeptExample({
  share,
  feePercent,
  currency,
  country,
}: Pick<Props, 'feePercent' | 'currency' | 'country'> & { share: number }) {
  const t = createTranslator(signupMessages, country)
  const whole = { totalMinor: exampleMinor, feeMinor: computePercent(exampleMinor, feePercent) }
  const depositMinor = computeDeposit(whole.totalMinor, whole.feeMinor, share)
  const cash = (amount: Minor) => formatMoneyMinor(amount, currency, { decimals: 'always' })
  const of = (back: number) => {
    const sums = refundSums([{ amountMinor: depositMinor, feeMinor: whole.feeMinor }], whole, back)
    return { theirs: cash(sums.keptByProviderMinor), fee: cash(sums.keptByPlatformMinor) }
  }
  const [half, none] = [of(50), of(0)]
  return (
    <p className="micro hint">
      {t('step4.policy.kept', {
        total: formatMoneyMinor(whole.totalMinor, currency),
        deposit: cash(depositMinor),
        half: half.theirs,
        halfFee: half.fee,
        none: none.theirs,
        noneFee: none.fee,
      })}
    </p>
  )
}
