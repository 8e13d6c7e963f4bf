import { useId } from 'react'
import type { OwnProfile } from '#contract/providers/own-profile.ts'
import { depositShares } from '#contract/providers/profile-rules.ts'
import { type Country, reader } from '#contract/words.ts'
import { signupWords } from '#web/signup/signup-words.ts'
import { Radio, Switch } from '#web/ui/fields/choice.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { SliderField } from '#web/ui/fields/slider.tsx'

type Rules = OwnProfile['sellingRules']
interface Props {
  rules: Rules
  country: Country
  payoutReady: boolean
  errors: Readonly<Record<string, string>>
  onChange: (rules: Rules) => void
}

const policies = ['flexible', 'fair', 'strict'] as const

/** Deposit share, cancellation policy, Instant Book and the balance online. */
export function SellingRulesFields({ rules, country, payoutReady, errors, onChange }: Props) {
  const t = reader(signupWords, country)
  const id = useId()
  return (
    <div className="card pad-24 stack gap-24">
      <SliderField
        label={t('s4.deposit')}
        hint={t('s4.deposit.hint')}
        value={rules.depositShare}
        least={depositShares.least}
        most={depositShares.most}
        said={t('s4.share.value', { n: rules.depositShare })}
        error={errors['depositShare'] ?? null}
        onChange={(depositShare) => onChange({ ...rules, depositShare })}
      />
      <fieldset className="stack gap-4">
        <legend className="field-label">{t('s4.policy')}</legend>
        {policies.map((policy) => (
          <Radio
            key={policy}
            name={`${id}-policy`}
            value={policy}
            checked={rules.policy === policy}
            onChange={() => onChange({ ...rules, policy })}>
            {t(`s4.policy.${policy}`)}
          </Radio>
        ))}
        <p className="micro hint">{t('s4.policy.hint')}</p>
      </fieldset>
      <div className="row space-between gap-16">
        <span className="stack gap-4">
          <b className="bold">{t('s4.instant')}</b>
          <span className="micro hint" id={`${id}-instant`}>
            {t('s4.instant.hint')}
          </span>
        </span>
        <Switch
          label={t('s4.instant')}
          on={rules.instant}
          aria-describedby={`${id}-instant`}
          disabled={!payoutReady && !rules.instant}
          onChange={(instant) => onChange({ ...rules, instant })}
        />
      </div>
      {errors['instant'] && <FieldError>{errors['instant']}</FieldError>}
      <div className="row space-between gap-16">
        <span className="stack gap-4">
          <b className="bold">{t('s4.balanceOnline')}</b>
          <span className="micro hint" id={`${id}-balance`}>
            {t('s4.balanceOnline.hint')}
          </span>
        </span>
        <Switch
          label={t('s4.balanceOnline')}
          on={rules.onlineBalance}
          aria-describedby={`${id}-balance`}
          onChange={(onlineBalance) => onChange({ ...rules, onlineBalance })}
        />
      </div>
    </div>
  )
}
