import { X } from 'lucide-react'
import {
  sendBackReasons,
  type SendBackReason,
  type SignupStep,
  signupSteps,
  getStepTitle,
} from '#contract/signup/signup-steps.ts'
import type { SentBack } from '#contract/signup/signup.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { resubmissionMessages } from '#web/signup/resubmission/resubmission-messages.ts'
import { IconButton } from '#web/ui/button.tsx'
import { SelectField, TextAreaField } from '#web/ui/fields/field.tsx'
import { operatorMessages } from '#web/operator/messages.ts'

const t = createTranslator(operatorMessages)
const r = createTranslator(resubmissionMessages)

// Typical reasons per step; 'other' always applies.
const usual: Partial<Record<SignupStep, readonly SendBackReason[]>> = {
  photo: ['photo'],
  selfie: ['selfie', 'document', 'expired', 'match'],
  'set-bio': ['bio'],
  pricing: ['prices'],
  'set-instagram': ['pictures'],
}
const reasonsOf = (step: SignupStep): readonly SendBackReason[] =>
  [...(usual[step] ?? []), 'other'].filter((reason): reason is SendBackReason =>
    sendBackReasons.includes(reason as SendBackReason),
  )

export type SendBackDraft = Omit<SentBack, 'reason'> & {
  /** Empty until chosen: a message to a person has no default. */
  reason: SendBackReason | ''
}

export const haveReasons = (reasons: readonly SendBackDraft[]): reasons is readonly SentBack[] =>
  reasons.every(({ reason }) => reason !== '')

export function SendBackForm({
  reasons,
  onChange,
  error,
}: {
  reasons: readonly SendBackDraft[]
  onChange: (reasons: SendBackDraft[]) => void
  error: string | null
}) {
  const change = (at: number, more: Partial<SendBackDraft>) =>
    onChange(reasons.map((one, i) => (i === at ? { ...one, ...more } : one)))
  const left = signupSteps.filter(([step]) => step !== 'submit' && !reasons.some((one) => one.step === step))
  return (
    <div className="stack">
      {reasons.map((one, at) => (
        <fieldset key={one.step} className="card stack gap-8">
          <legend className="visually-hidden">{getStepTitle(one.step)}</legend>
          <div className="row space-between">
            <b>{getStepTitle(one.step)}</b>
            <IconButton
              label={t('operator.sendBack.remove', { step: getStepTitle(one.step) })}
              onClick={() => onChange(reasons.filter((_, i) => i !== at))}>
              <X className="icon" aria-hidden="true" />
            </IconButton>
          </div>
          <SelectField
            label={t('operator.reason')}
            value={one.reason}
            error={error && !one.reason ? t('operator.sendBack.why') : undefined}
            onChange={(event) => change(at, { reason: event.target.value as SendBackDraft['reason'] })}>
            <option value="">{t('operator.sendBack.why.choose')}</option>
            {reasonsOf(one.step).map((reason) => (
              <option key={reason} value={reason}>
                {r(`resubmission.reason.${reason}`)}
              </option>
            ))}
          </SelectField>
          <TextAreaField
            label={t('operator.sendBack.note')}
            rows={2}
            maxLength={500}
            value={one.note}
            onChange={(event) => change(at, { note: event.target.value })}
          />
        </fieldset>
      ))}
      <SelectField
        label={t('operator.sendBack.label')}
        value=""
        error={error}
        onChange={(event) => {
          const step = event.target.value as SignupStep
          if (step) onChange([...reasons, { step, reason: '', note: '' }])
        }}>
        <option value="">{t('operator.sendBack.choose')}</option>
        {left.map(([step, title]) => (
          <option key={step} value={step}>
            {title}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
